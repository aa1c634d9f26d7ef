import fc from "fast-check";
import { expect, test } from "vitest";
import { buildParts } from "./parts.ts";
import { longRun } from "./pieces.ts";

const { exports, put } = buildParts();
const MERGE_BYTES_MAX = exports.MERGE_BYTES_MAX.value;

test("stretches joined where borders hold count as one merge of all the bytes", () => {
  fc.assert(
    fc.property(longRun(MERGE_BYTES_MAX), (text) => {
      const { start, end } = put(text);
      const near = Math.min(end, start + MERGE_BYTES_MAX);
      expect(exports.longPieceTokens(start, near)).toBe(exports.mergedLength(start, near));
    }),
    { numRuns: 1_000 },
  );
});

test("the same number as by the other exact method, at any length", () => {
  fc.assert(
    fc.property(longRun(1_500), (text) => {
      const { start, end } = put(text);
      const marks = exports.roomBehindText(end - start + 1);
      expect(exports.longPieceTokens(start, end)).toBe(exports.backtrackedLength(start, end, marks));
    }),
    { numRuns: 500 },
  );
});
