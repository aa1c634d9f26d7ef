// A term counts once for each block that holds it, in however many units, and however many blocks there are.
import { expect, test } from "vitest";
import { blockFrequency } from "../../../src/engine/corpus/block-frequency.ts";

/** @param units the block of each unit, and its terms */
function frequencies(units: readonly (readonly [block: number, terms: readonly number[]])[], size: number): number[] {
  const unitFrom = new Int32Array(units.length + 1);
  for (const [unit, [, terms]] of units.entries()) unitFrom[unit + 1] = (unitFrom[unit] ?? 0) + terms.length;
  const blockOf = Int32Array.from(units, ([block]) => block);
  const terms = Int32Array.from(units.flatMap(([, ofUnit]) => ofUnit));
  return [...blockFrequency(terms, { unitFrom, blockOf }, size)];
}

test("a term that repeats in a block, in one of its units or in two, counts once", () => {
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

test("more blocks than half a number tells apart", () => {
  const blocks = 150_000;
  const units = Array.from({ length: blocks }, (_, block) => [block, block % 65_536 === 0 ? [0, 1, 0] : [0]] as const);
  expect(frequencies(units, 3)).toEqual([blocks, 3, 0]);
});
