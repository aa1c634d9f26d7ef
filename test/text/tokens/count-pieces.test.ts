// The shortcuts of counting, for words that are remembered and for wide letters, against the pattern and the rules.
import fc from "fast-check";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { expect, test } from "vitest";
import { nextPieces } from "../../../src/text/tokens/count-pieces.ts";
import { buildEncoding } from "../../../src/text/tokens/encoding.ts";
import { paddedUtf8 } from "../../../src/text/tokens/padded-utf8.ts";
import { emptyBatch } from "../../../src/text/tokens/piece-batch.ts";
import { pieceEnd } from "../../../src/text/tokens/piece-end.ts";

const encoding = buildEncoding();
const reference = new Tiktoken(o200k);

/** Ends of the pieces in bytes, and the tokens of all. */
function counted(text: string): { readonly ends: readonly number[]; readonly total: number } {
  const utf8 = paddedUtf8(text);
  const pieces = emptyBatch();
  const ends: number[] = [];
  while (nextPieces(encoding, utf8, pieces)) ends.push(...pieces.ends.subarray(0, pieces.size));
  return { ends, total: pieces.total };
}

/** The same ends by the general rules alone. */
function endsByRules(text: string): readonly number[] {
  const { bytes, length } = paddedUtf8(text);
  const ends: number[] = [];
  for (let at = 0; at < length; ) {
    at = pieceEnd(encoding.joints, bytes, at, length);
    ends.push(at);
  }
  return ends;
}

/** Words as the shortcut takes them and does not: by what stands in front, by capitals, by length, by what follows. */
const word = fc
  .tuple(
    fc.constantFrom("", " ", "  ", "\t", "\n", "\0", "(", '"', "/", "-", "'", "9", "X", "é", "\u0301", "中", "😀"),
    fc.constantFrom("", "T", "I", "TH", "É"),
    fc.string({ unit: fc.constantFrom("a", "e", "n", "s", "t"), maxLength: 14 }),
    fc.constantFrom("", "", "'s", "'T", "'ll", "'x", "'", "ß", "\u0301", "S", "7", ".", "/", "\0", "\u2019"),
  )
  .map((parts) => parts.join(""));

/** Letters without case of three bytes, of which some meet inside tokens, and what stands between them. */
const wide = fc.string({
  unit: fc.constantFrom(..."中国人民的日本語のをはน้ำ한국어ー々、。！９", "\u0301", "é", "a", " ", "😀", "𠀀"),
});

test.each([
  ["words", fc.array(word, { maxLength: 12 }).map((words) => words.join(""))],
  ["wide letters", wide],
])("%s are cut by the rules and count as in the published encoder, met anew or again", (_kind, texts) => {
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
