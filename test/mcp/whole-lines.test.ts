// Lines come out whole, whatever pieces they came in, and none is longer than it may be.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { wholeLines } from "../../src/mcp/whole-lines.ts";

async function through(pieces: readonly string[], bytesMax: number): Promise<readonly string[]> {
  const given: string[] = [];
  await pipeline(
    Readable.from(pieces.map((piece) => Buffer.from(piece))),
    wholeLines(bytesMax),
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
