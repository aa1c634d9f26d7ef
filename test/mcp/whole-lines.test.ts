// Lines come out whole, whatever pieces they came in, and none is longer than it may be.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Room } from "../../src/mcp/room.ts";
import { wholeLines } from "../../src/mcp/whole-lines.ts";

const roomy: Pick<Room, "forMore" | "cleared"> = { forMore: async () => {}, cleared: async () => {} };

async function through(pieces: readonly string[], bytesMax: number): Promise<readonly string[]> {
  const given: string[] = [];
  await pipeline(
    Readable.from(pieces.map((piece) => Buffer.from(piece))),
    wholeLines(bytesMax, roomy),
    async (lines: AsyncIterable<Buffer>) => {
      for await (const line of lines) given.push(line.toString());
    },
  );
  return given;
}

test("every line is given whole, and nothing is lost but an unfinished one", async () => {
  const piece = fc.string({ unit: fc.constantFrom("a", "\n"), minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(fc.array(piece), async (pieces) => {
    const given = await through(pieces, 1_000);
    expect(given.every((lines) => lines.endsWith("\n"))).toBe(true);
    const text = pieces.join("");
    expect(given.join("")).toBe(text.slice(0, text.lastIndexOf("\n") + 1));
  });
  await fc.assert(property);
});

test("a line may be as long as the bound and no longer", async () => {
  expect(await through(["aaa", "aaa", "\n"], 6)).toEqual(["aaaaaa\n"]);
  await expect(through(["aaa", "aaaa"], 6)).rejects.toThrow("longer than 6 bytes");
});

test("what is behind a line waits for room, and the end until all is cleared", async () => {
  const [room, cleared] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lines = wholeLines(9, { forMore: () => room.promise, cleared: () => cleared.promise });
  const given: string[] = [];
  lines.on("data", (line) => given.push(String(line))).on("end", () => given.push("end"));
  lines.write("a\n");
  lines.end("b\n");
  const seen: (readonly string[])[] = [];
  for (const next of [() => {}, room.resolve, cleared.resolve]) {
    next();
    await setImmediate();
    seen.push([...given]);
  }
  expect(seen).toEqual([["a\n"], ["a\n", "b\n"], ["a\n", "b\n", "end"]]);
});
