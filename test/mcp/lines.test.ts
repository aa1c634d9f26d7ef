// Lines are returned as the bytes that arrived, whole up to a limit, and never mixed.
import { PassThrough, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createLineWriter, type LinePart, linesIn } from "../../src/mcp/lines.ts";

async function partsOf(pieces: readonly string[], bytesMax: number): Promise<readonly LinePart[]> {
  const input = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  const parts: LinePart[] = [];
  for await (const part of linesIn(input, bytesMax)) parts.push(part);
  return parts;
}

const shown = (parts: readonly LinePart[]) => parts.map(({ bytes, part }) => [part, bytes.toString()]);

test("a line up to the limit is whole, and a longer one arrives in parts", async () => {
  expect(shown(await partsOf(["ab", "c\nd", "\n"], 3))).toEqual([
    ["whole", "abc\n"],
    ["whole", "d\n"],
  ]);
  expect(shown(await partsOf(["abc", "d", "ef\ng\nh"], 3))).toEqual([
    ["more", "abcd"],
    ["last", "ef\n"],
    ["whole", "g\n"],
    ["last", "h"],
  ]);
});

test("no byte is lost, and every whole part is one line", async () => {
  const piece = fc.string({ unit: fc.constantFrom("a", "\n"), minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(fc.array(piece), fc.integer({ min: 1, max: 9 }), async (pieces, bytesMax) => {
    const parts = await partsOf(pieces, bytesMax);
    expect(parts.map(({ bytes }) => bytes.toString()).join("")).toBe(pieces.join(""));
    for (const { bytes, part } of parts.filter(({ part }) => part === "whole")) {
      expect([part, bytes.indexOf("\n")]).toEqual(["whole", bytes.length - 1]);
    }
  });
  await fc.assert(property);
});

test("a whole line waits until a long one has ended", async () => {
  const output = new PassThrough();
  const { write } = createLineWriter(output);
  const writes = [write("long ", "more"), write("whole\n"), write("er ", "more"), write("line\n", "last")];
  await Promise.all(writes);
  expect(String(output.read())).toBe("long er line\nwhole\n");
});

test("a write resolves when the other end has room or has left", async () => {
  const output = new PassThrough({ highWaterMark: 4 });
  const { write } = createLineWriter(output);
  let resolved = 0;
  const count = () => {
    resolved += 1;
  };
  void write("more than four").then(count);
  await setImmediate();
  expect(resolved).toBe(0);
  output.resume();
  await setImmediate();
  expect(resolved).toBe(1);
  output.pause();
  void write("more than four").then(count);
  output.destroy();
  await setImmediate();
  expect(resolved).toBe(2);
});
