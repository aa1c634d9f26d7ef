import fc from "fast-check";
import { expect, test } from "vitest";
import { buildParts } from "../parts.ts";
import { longRun } from "../pieces.ts";

const { exports, put, bytes } = buildParts();
const MERGE_BYTES_MAX = exports.MERGE_BYTES_MAX.value;

/** A byte that backtracking never writes: its marks are 0, lengths of tokens, or 255. */
const UNTOUCHED = 0xaa;

test("windows joined at valid borders have the same count as one merge of all the bytes", () => {
  fc.assert(
    fc.property(longRun(MERGE_BYTES_MAX), (text) => {
      const { start, end } = put(text);
      const near = Math.min(end, start + MERGE_BYTES_MAX);
      expect(exports.longPieceTokens(start, near)).toBe(exports.mergedLength(start, near));
    }),
    { numRuns: 1_000 },
  );
});

test("the count equals that of backtracking, at any length", () => {
  fc.assert(
    fc.property(longRun(1_500), (text) => {
      const { start, end } = put(text);
      const marks = exports.roomAfterText(end - start + 1);
      expect(exports.longPieceTokens(start, end)).toBe(exports.backtrackedLength(start, end, marks));
    }),
    { numRuns: 500 },
  );
});

// In a run that repeats a few bytes, each window has the bytes of the previous one, and only the first is merged.
test.each([" ", "\t", "-", " \n", " \n\t", "=-=*", "abcab", `${" ".repeat(99)}\n`])(
  "repetitions of %j have the same count by windows and by backtracking",
  (part) => {
    for (let length = MERGE_BYTES_MAX - 2; length < 2_500; length += 37) {
      const { start, end } = put(part.repeat(length).slice(0, length));
      const marks = exports.roomAfterText(end - start + 1);
      expect(exports.longPieceTokens(start, end)).toBe(exports.backtrackedLength(start, end, marks));
    }
  },
);

test("a run that differs in one byte has the right count, for any place of the byte", () => {
  for (let at = 0; at < 600; at++) {
    const { start, end } = put(`${"-".repeat(at)}=${"-".repeat(600 - at)}`);
    const marks = exports.roomAfterText(end - start + 1);
    expect(exports.longPieceTokens(start, end)).toBe(exports.backtrackedLength(start, end, marks));
  }
});

/** Alternating runs, and how often they repeat. */
const turns: readonly (readonly [times: number, runs: readonly string[]])[] = [
  [12, ["-".repeat(124), "/".repeat(50)]],
  [12, ["&".repeat(55), "/".repeat(53), "*".repeat(125)]],
  [1, ["\n".repeat(57), " ".repeat(136)]],
  [1, ["\t".repeat(57), " ".repeat(146)]],
];

// Formerly such a piece was counted entirely by backtracking, which took up to 2,700 ns a byte.
test.each(turns)("windows that do not meet at a border meet at an earlier one (%#)", (times, runs) => {
  const { start, end } = put(runs.join("").repeat(times));
  const marks = exports.roomAfterText(end - start + 1);
  bytes().fill(UNTOUCHED, marks, marks + 1);
  const count = exports.longPieceTokens(start, end);
  expect(bytes()[marks]).toBe(UNTOUCHED);
  expect(count).toBe(exports.backtrackedLength(start, end, marks));
  expect(bytes()[marks]).not.toBe(UNTOUCHED);
});
