import fc from "fast-check";
import { expect, test } from "vitest";
import { placesByRank } from "../../../src/engine/scoring/unit-scores.ts";

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
