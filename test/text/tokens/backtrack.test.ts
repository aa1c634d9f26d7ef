import fc from "fast-check";
import { expect, test } from "vitest";
import { backtrackedLength } from "../../../src/text/tokens/backtrack.ts";
import { buildEncoding } from "../../../src/text/tokens/encoding.ts";
import { MERGE_BYTES_MAX, mergedLength } from "../../../src/text/tokens/merge-bytes.ts";
import { paddedUtf8 } from "../../../src/text/tokens/padded-utf8.ts";
import { anyText, CountingView, longRun, runsByName } from "./pieces.ts";

const encoding = buildEncoding();

test("the first path whose borders all hold is what merging gives", () => {
  const nonEmpty = fc.oneof(anyText, longRun(MERGE_BYTES_MAX)).filter((text) => text !== "");
  fc.assert(
    fc.property(nonEmpty, (text) => {
      const { view, length } = paddedUtf8(text);
      const end = Math.min(length, MERGE_BYTES_MAX);
      expect(backtrackedLength(encoding, view, 0, end)).toBe(mergedLength(encoding.merges, view, 0, end));
    }),
    { numRuns: 2_000 },
  );
});

test.each(runsByName)("the looks at a run of %s grow with its length", (_case, textOf) => {
  const looks = (size: number): number => {
    const view = CountingView.of(textOf(size));
    backtrackedLength(encoding, view, 0, size);
    return view.looks;
  };
  // The first run also finds out what the tokens of such runs begin with.
  looks(500);
  expect(looks(16_000)).toBeLessThan(4.4 * looks(4_000));
});
