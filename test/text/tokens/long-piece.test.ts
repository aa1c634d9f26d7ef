import fc from "fast-check";
import { expect, test } from "vitest";
import { backtrackedLength } from "../../../src/text/tokens/backtrack.ts";
import { buildEncoding } from "../../../src/text/tokens/encoding.ts";
import { longPieceTokens } from "../../../src/text/tokens/long-piece.ts";
import { MERGE_BYTES_MAX, mergedLength } from "../../../src/text/tokens/merge-bytes.ts";
import { paddedUtf8 } from "../../../src/text/tokens/padded-utf8.ts";
import { CountingView, longRun, runsByName } from "./pieces.ts";

const encoding = buildEncoding();

test("stretches joined where borders hold count as one merge of all the bytes", () => {
  fc.assert(
    fc.property(longRun(MERGE_BYTES_MAX), (text) => {
      const { view, length } = paddedUtf8(text);
      const end = Math.min(length, MERGE_BYTES_MAX);
      expect(longPieceTokens(encoding, view, 0, end)).toBe(mergedLength(encoding.merges, view, 0, end));
    }),
    { numRuns: 1_000 },
  );
});

test("the same number as by the other exact method, at any length", () => {
  fc.assert(
    fc.property(longRun(1_500), (text) => {
      const { view, length } = paddedUtf8(text);
      expect(longPieceTokens(encoding, view, 0, length)).toBe(backtrackedLength(encoding, view, 0, length));
    }),
    { numRuns: 500 },
  );
});

test.each(runsByName)("the looks at a run of %s grow with its length, and are few", (_case, textOf) => {
  const looks = (size: number): number => {
    const view = CountingView.of(textOf(size));
    longPieceTokens(encoding, view, 0, size);
    return view.looks;
  };
  expect(looks(16_000)).toBeLessThan(4.4 * looks(4_000));
  expect(looks(16_000)).toBeLessThan(16_000 * 4);
});
