import { expect, test } from "vitest";
import { keep, keptUnits, lastKept, nothingKept, undo } from "../../../src/engine/packing/kept.ts";
import { MARK_TOKENS } from "../../../src/engine/packing/marks.ts";

/** A record with units of so many tokens, between two others whose units are all kept. */
function recordOf(costs: readonly number[]) {
  const flags = Uint8Array.from([1, ...costs.map(() => 0), 1]);
  return nothingKept(Int32Array.from([1, ...costs, 1]), flags, 1, 1 + costs.length);
}
const tens = (count: number) => recordOf(new Array<number>(count).fill(10));

test("a unit in the middle costs itself and a mark on either side", () => {
  const kept = tens(5);
  keep(kept, 2);
  expect(kept.spent).toBe(10 + 2 * MARK_TOKENS);
});

test("a neighbour costs itself, the last one saves the mark", () => {
  const kept = tens(3);
  keep(kept, 1);
  keep(kept, 0);
  expect(kept.spent).toBe(20 + MARK_TOKENS);
  keep(kept, 2);
  expect(kept.spent).toBe(30);
});

test("a gap that costs less than its mark is reckoned and kept as text", () => {
  const kept = recordOf([10, 2, 1, 10, 10]);
  keep(kept, 0);
  keep(kept, 3);
  expect(kept.spent).toBe(10 + 3 + 10 + MARK_TOKENS);
  expect(keptUnits(kept)).toEqual([0, 1, 2, 3]);
});

test("undo takes all back", () => {
  const kept = tens(5);
  keep(kept, 2);
  const { spent } = kept;
  keep(kept, 4);
  undo(kept, [4], spent);
  expect([kept.spent, kept.count, keptUnits(kept), lastKept(kept)]).toEqual([spent, 1, [2], 2]);
});

test("of a record of which nothing is kept there is no last unit", () => {
  expect(lastKept(tens(3))).toBe(-1);
});

test("many units in any order cost the same as in document order", () => {
  const costs = Array.from({ length: 60 }, (_, unit) => 1 + ((unit * 7) % 13));
  const chosen = Array.from({ length: 60 }, (_, unit) => unit).filter((unit) => (unit * unit) % 7 < 3);
  const forward = recordOf(costs);
  for (const unit of chosen) keep(forward, unit);
  const backward = recordOf(costs);
  for (const unit of chosen.toReversed()) keep(backward, unit);
  expect(backward.spent).toBe(forward.spent);
});
