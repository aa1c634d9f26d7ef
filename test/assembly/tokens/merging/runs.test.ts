import { expect, test } from "vitest";
import { buildParts } from "../parts.ts";

const { exports, put } = buildParts();
const RUN_BYTES_MIN = 16;

/** The repeated part of a run, and different beginnings and ends. */
const kinds: readonly (readonly [unit: string, starts: readonly string[], ends: readonly string[]])[] = [
  [" ", ["\n", "\t"], ["\t ", " \n\n", "\n\t\v"]],
  ["\t", [" "], ["\n", " \t\n"]],
  ["=", [" ", "#"], [">", "\n", "=|\n", "!?:"]],
  ["-", [" ", "|"], ["+", "|\n", "->-"]],
  ["a", [" ", "B"], ["b", "ion"]],
];

/** Each of every length that is merged as a whole, the plain ones first, and then each of them again. */
function runs(): readonly string[] {
  return kinds.flatMap(([unit, starts, ends]) =>
    Array.from({ length: exports.MERGE_BYTES_MAX.value - RUN_BYTES_MIN + 1 }, (_, more) => {
      const plain = unit.repeat(RUN_BYTES_MIN + more);
      const begun = starts.map((start) => start + plain.slice(1));
      const ended = ends.map((end) => plain.slice(end.length) + end);
      return [plain, ...begun, ...ended, plain, ...begun, ...ended];
    }).flat(),
  );
}

test("a run has the same count by its longest tokens, by merging and from the memo", () => {
  for (const run of runs()) {
    const { start, end } = put(run);
    expect([run, exports.tokensOfRun(start, end)]).toEqual([run, exports.mergedLength(start, end)]);
  }
});

test.each(["ab", "=-", "aaab"])("a repetition of %j is not a run", (unit) => {
  const { start, end } = put(unit.repeat(16));
  expect(exports.tokensOfRun(start, end)).toBe(0);
});

// 192 equals signs took 300 us, twenty times the time of merging them, because hundreds of tokens were tried.
test("a run whose longest tokens do not fit fails fast", () => {
  const { start, end } = put(`${"=".repeat(exports.MERGE_BYTES_MAX.value - 3)}!?:`);
  const marks = exports.roomAfterText(end - start + 1);
  const count = exports.backtrackedLength(start, end, marks);
  expect(exports.lengthWithin(100, start, end, marks)).toBe(0);
  expect(exports.lengthWithin(10_000, start, end, marks)).toBe(count);
  expect(exports.tokensOfRun(start, end)).toBe(count);
});
