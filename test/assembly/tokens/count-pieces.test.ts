// Compares the shortcuts of counting, for remembered words and for wide letters, with the pattern and the rules.
import fc from "fast-check";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { expect, test } from "vitest";
import { scanTokens } from "../../../src/text/tokens.ts";
import { buildParts } from "./parts.ts";

const { exports, put } = buildParts();
const reference = new Tiktoken(o200k);

/** Ends of the pieces in units, and the tokens of all. */
function counted(text: string): { readonly ends: readonly number[]; readonly total: number } {
  const { ends, at, pieces, total } = scanTokens(text);
  return { ends: [...ends.subarray(at, at + pieces)], total };
}

/** The same ends by the general rules alone. */
function endsByRules(text: string): readonly number[] {
  const { start, end } = put(text);
  const utf8 = Buffer.from(text);
  const ends: number[] = [];
  let units = 0;
  for (let at = start; at < end; ) {
    const next = exports.pieceEnd(at, end);
    units += utf8.toString("utf8", at - start, next - start).length;
    ends.push(units);
    at = next;
  }
  return ends;
}

/**
 * Words that the shortcut handles and words that it does not, by the preceding character, capitals, length, and the
 * next character.
 */
const word = fc
  .tuple(
    fc.constantFrom("", " ", "  ", "\t", "\n", "\0", "(", '"', "/", "-", "'", "9", "X", "é", "\u0301", "中", "😀"),
    fc.constantFrom("", "T", "I", "TH", "É"),
    fc.string({ unit: fc.constantFrom("a", "e", "n", "s", "t"), maxLength: 18 }),
    fc.constantFrom("", "", "'s", "'T", "'ll", "'x", "'", "ß", "\u0301", "S", "7", ".", "/", "\0", "\u2019"),
  )
  .map((parts) => parts.join(""));

/** Three-byte letters without case, some of which meet inside tokens, and characters between them. */
const wide = fc.string({
  unit: fc.constantFrom(..."中国人民的日本語のをはน้ำ한국어ー々、。！９", "\u0301", "é", "a", " ", "😀", "𠀀"),
});

test.each([
  ["words", fc.array(word, { maxLength: 12 }).map((words) => words.join(""))],
  ["wide letters", wide],
])("%s are cut by the rules and count as in the published encoder, the first time and again", (_kind, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      const total = reference.encode(text, [], []).length;
      const ends = endsByRules(text);
      expect([counted(text), counted(text)]).toEqual([
        { ends, total },
        { ends, total },
      ]);
    }),
    { numRuns: 3_000 },
  );
});
