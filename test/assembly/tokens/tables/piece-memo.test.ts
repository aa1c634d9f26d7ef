import fc from "fast-check";
import { expect, test } from "vitest";
import { buildParts } from "../parts.ts";
import { anyText, longRun } from "../pieces.ts";

const { countPieces, exports, put } = buildParts();

const unit = fc.constantFrom("a", "b", " ", "\0", "é", "ж", "中", "😀");

/**
 * Short pieces of few letters, many of which share their beginnings, and of zero bytes, with which keys are padded.
 * Also longer pieces, just below and just above each length at which the way of counting changes.
 */
const piece = fc.oneof(
  fc.string({ unit, minLength: 1, maxLength: 18 }),
  fc.string({ unit, minLength: 8, maxLength: 45 }),
  fc.string({ unit: fc.constantFrom("п", "р", "и", "в", "е", "т", " "), minLength: 7, maxLength: 34 }),
  longRun(40),
  anyText.filter((text) => text !== ""),
);

test("a piece has the same count with and without the memo", () => {
  fc.assert(
    fc.property(piece, (text) => {
      const { start, end } = put(text);
      const merged = exports.mergedLength(start, end);
      const counts = [0, 1].map(() => countPieces([[start, end]]));
      expect(counts).toEqual([[merged], [merged]]);
    }),
    { numRuns: 3_000 },
  );
});

/** Repetitions of one byte, as in rules and indentations, with up to one other byte before and three after. */
const run = fc
  .tuple(
    fc.constantFrom("", " ", "a", "|", "\n"),
    fc.constantFrom(" ", "-", "=", "*", "a", "\n", "é"),
    fc.integer({ min: 10, max: 190 }),
    fc.constantFrom("", "\n", "\n\n", "-a", "abc", "'", "é"),
  )
  .map(([before, unit, times, after]) => `${before}${unit.repeat(times)}${after}`.slice(0, 150));

test("a run of one byte has the same count as by merging", () => {
  fc.assert(
    fc.property(run, (text) => {
      const { start, end } = put(text);
      const near = Math.min(end, start + exports.MERGE_BYTES_MAX.value);
      expect(countPieces([[start, near]])).toEqual([exports.mergedLength(start, near)]);
    }),
    { numRuns: 1_000 },
  );
});

/** Prefixes of words that make pieces of up to 15 bytes, and of up to 30. */
const STARTS = [" ", " international"] as const;

test.each(STARTS)(
  "pieces that replace each other in the memo have the right counts, each with '%s' in front",
  (before) => {
    const words = Array.from({ length: 100_000 }, (_, at) => `${before}${(at * 2_654_435_761) % 4_294_967_296}`);
    const counted = words.map((word) => {
      const { start, end } = put(word);
      return { merged: exports.mergedLength(start, end), first: countPieces([[start, end]])[0] };
    });
    const merged = counted.map((each) => each.merged);
    expect(counted.map(({ first }) => first)).toEqual(merged);
    const again = words.map((word) => {
      const { start, end } = put(word);
      return countPieces([[start, end]])[0];
    });
    expect(again).toEqual(merged);
  },
);

/** Writes texts one after the other. */
function rangesOf(texts: readonly string[]): readonly (readonly [start: number, end: number])[] {
  const whole = put(texts.map((text) => text.toWellFormed()).join(""));
  let end = whole.start;
  return texts.map((text) => {
    const start = end;
    end += Buffer.byteLength(text);
    return [start, end];
  });
}

/** Up to more pieces than are merged together, some of them repeated and some of one byte. */
const pieces = fc.array(fc.oneof(piece, fc.constantFrom("a", " the", "\0\0", "ab".repeat(7))), { maxLength: 200 });

test("pieces counted together have the same counts as alone", () => {
  fc.assert(
    fc.property(pieces, (texts) => {
      const ranges = rangesOf(texts);
      expect(countPieces(ranges)).toEqual(ranges.map(([start, end]) => exports.mergedLength(start, end)));
    }),
    { numRuns: 1_000 },
  );
});

/**
 * Batches of 64 words, each of which repeats 32 words of the previous one. Words that share an entry evict each other
 * while they are listed, and again when their counts are stored.
 */
test.each(STARTS)("so do pieces that start with '%s'", (before) => {
  const numbers = Array.from({ length: 24_000 }, (_, at) => (at * 2_654_435_761) % 4_294_967_296);
  const words = numbers.map((number) => `${before}${number.toString(36)}`);
  const texts: string[] = [];
  for (let at = 0; at < words.length; at += 96) {
    texts.push(...words.slice(at, at + 64), ...words.slice(at, at + 32), ...words.slice(at + 64, at + 96));
  }
  for (let from = 0; from < texts.length; from += exports.BATCH_PIECES.value) {
    const ranges = rangesOf(texts.slice(from, from + exports.BATCH_PIECES.value));
    expect(countPieces(ranges)).toEqual(ranges.map(([start, end]) => exports.mergedLength(start, end)));
  }
});
