// The index of a task's term pairs, compared with a set of them.
import fc from "fast-check";
import { expect, test } from "vitest";
import { pairNumber, pairsOf } from "../../../src/engine/index/query-words.ts";
import { intList, push } from "../../../src/text/arrays.ts";
import { unchecked } from "../../../src/text/checkpoint.ts";

const TERMS = 12;
const term = fc.nat(TERMS - 1);
const pairLists = fc.array(fc.tuple(term, term), { maxLength: 60 });

function indexOf(pairs: readonly (readonly [number, number])[]) {
  const neighbours = intList(0);
  for (const pair of pairs) for (const each of pair) push(neighbours, each);
  return pairsOf(neighbours, TERMS, unchecked);
}

/** Terms of the task, and some that occur only in the records. */
const any = [...Array(TERMS + 3).keys()];

test("only the pairs of the task have numbers", () => {
  fc.assert(
    fc.property(pairLists, (pairs) => {
      const index = indexOf(pairs);
      const noted = new Set(pairs.map(([first, second]) => `${first} ${second}`));
      const found = any.flatMap((first) =>
        any.filter((second) => pairNumber(index, first, second) >= 0).map((second) => `${first} ${second}`),
      );
      expect(new Set(found)).toEqual(noted);
    }),
  );
});

test("each pair has its own number, below their count", () => {
  fc.assert(
    fc.property(pairLists, (pairs) => {
      const index = indexOf(pairs);
      const numbers = new Map(pairs.map(([first, second]) => [`${first} ${second}`, pairNumber(index, first, second)]));
      expect(new Set(numbers.values()).size).toBe(numbers.size);
      expect([...numbers.values()].every((number) => number < pairs.length)).toBe(true);
    }),
  );
});

test("a task without neighbours has no pairs", () => {
  const index = indexOf([]);
  expect(index.seconds).toHaveLength(0);
  expect(pairNumber(index, 0, 1)).toBe(-1);
});
