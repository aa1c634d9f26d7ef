import fc from "fast-check";
import { expect, test } from "vitest";
import { buildParts } from "../parts.ts";
import { anyText, longRun, runsByName } from "../pieces.ts";

const { exports, put } = buildParts();
const MERGE_BYTES_MAX = exports.MERGE_BYTES_MAX.value;

function backtrackedLength(start: number, end: number): number {
  return exports.backtrackedLength(start, end, exports.roomAfterText(end - start + 1));
}

test("backtracking finds the same number of tokens as merging", () => {
  const nonEmpty = fc.oneof(anyText, longRun(MERGE_BYTES_MAX)).filter((text) => text !== "");
  fc.assert(
    fc.property(nonEmpty, (text) => {
      const { start, end } = put(text);
      const near = Math.min(end, start + MERGE_BYTES_MAX);
      expect(backtrackedLength(start, near)).toBe(exports.mergedLength(start, near));
    }),
    { numRuns: 2_000 },
  );
});

// If the time grew with the square of the length, this would take minutes.
test.each(runsByName)(
  "200,000 bytes of %s count the same in one pass and in stretches, in linear time",
  (_case, textOf) => {
    const { start, end } = put(textOf(200_000));
    expect(backtrackedLength(start, end)).toBe(exports.longPieceTokens(start, end));
  },
);
