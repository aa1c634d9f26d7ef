import encoding from "js-tiktoken/ranks/o200k_base";
import { expect, test } from "vitest";
import { leftLengthBytes, putClasses, rankBytes, ranksIn } from "../../src/text/token-counter.ts";

const sets = [
  ["upper", 1, /[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]/u],
  ["lower", 2, /[\p{Ll}\p{Lm}\p{Lo}\p{M}]/u],
  ["prefix", 4, /[^\r\n\p{L}\p{N}]/u],
  ["symbol", 8, /[^\s\p{L}\p{N}]/u],
  ["number", 16, /\p{N}/u],
  ["space", 32, /\s/u],
  ["newline", 64, /[\r\n]/u],
] as const;

const RANGE = 1 << 12;
const table = new Uint8Array(0x11_00_00);
for (let first = 0; first < table.length; first += RANGE) putClasses(table.subarray(first, first + RANGE), first);

test.each(sets)("%s has the same code points as this runtime's regex, over all of Unicode", (_name, bit, set) => {
  const different: number[] = [];
  for (let point = 0; point <= 0x10_ff_ff; point++) {
    const surrogate = point >= 0xd8_00 && point <= 0xdf_ff;
    // Surrogates never reach the table: UTF-8 has U+FFFD in their place.
    if (surrogate) continue;
    if (set.test(String.fromCodePoint(point)) !== (((table[point] ?? 0) & bit) !== 0)) different.push(point);
  }
  expect(different).toEqual([]);
});

test("the ranks are those that the package exports", () => {
  expect(`! 0 ${Buffer.from(rankBytes())}`).toBe(encoding.bpe_ranks);
});

test("there is a left length for each rank", () => {
  expect(leftLengthBytes().length).toBe(encoding.bpe_ranks.split(" ").length - 2);
});

test.each([
  ["another offset", 'module.exports = {"bpe_ranks":"! 5 IQ== Ig=="};'],
  ["another name", 'module.exports = {"ranks":"! 0 IQ== Ig=="};'],
])("a module with %s is refused", (_what, source) => {
  expect(() => ranksIn(Buffer.from(source))).toThrow('has no "bpe_ranks":"! 0 ');
});
