// A term counts once for each block that contains it, in any number of units and blocks. Numbers may count less in the
// length of a unit.
import { describe, expect, test } from "vitest";
import { blockFrequency, unitLengths } from "../../../src/engine/index/corpus.ts";
import { analysed, ranking, record } from "../request.ts";

/** @param units the block of each unit, and its terms */
function frequencies(units: readonly (readonly [block: number, terms: readonly number[]])[], size: number): number[] {
  const unitFrom = new Int32Array(units.length + 1);
  for (const [unit, [, terms]] of units.entries()) unitFrom[unit + 1] = (unitFrom[unit] ?? 0) + terms.length;
  const blockOf = Int32Array.from(units, ([block]) => block);
  const terms = Int32Array.from(units.flatMap(([, ofUnit]) => ofUnit));
  return [...blockFrequency(terms, { unitFrom, blockOf }, size)];
}

test("a term that repeats in a block counts once, in one unit or in two", () => {
  expect(
    frequencies(
      [
        [0, [0, 1, 0]],
        [0, [1, 2]],
        [1, []],
        [2, [1]],
      ],
      4,
    ),
  ).toEqual([1, 2, 1, 0]);
});

test("frequencies are exact with more blocks than half a counter can distinguish", () => {
  const blocks = 150_000;
  const units = Array.from({ length: blocks }, (_, block) => [block, block % 65_536 === 0 ? [0, 1, 0] : [0]] as const);
  expect(frequencies(units, 3)).toEqual([blocks, 3, 0]);
});

describe("the length of a unit", () => {
  test.each([
    ["leaves numbers out", "Interest income 8,220 and 5778 in 2019", 0, 4],
    ["counts them as a share", "Interest income 8220 5778", 0.5, 3],
    ["counts them like any word", "Interest income 8220 5778", 1, 4],
    ["counts a name with a number in it", "flight B757", 0, 2],
    ["is 0 for numbers alone", "12 13 14", 0, 0],
  ])("%s", (_, text, numberLength, length) => {
    const { corpus } = analysed([record(text)], "anything");
    expect([...unitLengths(corpus, corpus.starts, numberLength)]).toEqual([length]);
  });
});

test("a record full of numbers does not count as long", () => {
  const figures = Array.from({ length: 20 }, (_, at) => 3917 + at * 7).join(" ");
  const words = "which the group had set aside for the year that was to come and for no other purpose at all";
  const records = [record(`Interest income ${words}`), record(`Interest income ${figures}`)];
  expect(ranking(records, "interest income")[0]).toBe(1);
});
