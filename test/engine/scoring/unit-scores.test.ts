import fc from "fast-check";
import { expect, test } from "vitest";
import { highestPlaces, placesByRank } from "../../../src/engine/scoring/unit-scores.ts";

test("equals a sort by rank and then by arrival", () => {
  const few = fc.array(fc.constantFrom(0, 0.5, 1, 2, 3), { maxLength: 60 });
  fc.assert(
    fc.property(few, fc.constantFrom(0, 1, 4), (ranks, least) => {
      const expected = [...ranks.keys()]
        .filter((at) => (ranks[at] ?? 0) >= least)
        .sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b);
      expect([...placesByRank(Float64Array.from(ranks), least)]).toEqual(expected);
    }),
  );
});

test("the few highest positive values are those that a sort finds", () => {
  const values = fc.array(fc.integer({ min: -2, max: 9 }), { maxLength: 60 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 8 }), (list, count) => {
      const scores = Float64Array.from(list);
      const sorted = [...placesByRank(scores, Number.MIN_VALUE)].slice(0, count);
      expect(highestPlaces(scores, count)).toEqual(sorted);
    }),
  );
});
