import { expect, test } from "vitest";
import { keep, keptUnits, nothingKept, undo } from "../../../src/engine/packing/kept.ts";
import { MARK_TOKENS } from "../../../src/engine/packing/marks.ts";

const tens = (count: number) => nothingKept(new Int32Array(count).fill(10));

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
  const kept = nothingKept(Int32Array.from([10, 2, 1, 10, 10]));
  keep(kept, 0);
  keep(kept, 3);
  expect(kept.spent).toBe(10 + 3 + 10 + MARK_TOKENS);
  expect(keptUnits(kept)).toEqual([0, 1, 2, 3]);
});

test("keeping twice changes nothing, undo takes all back", () => {
  const kept = tens(5);
  keep(kept, 2);
  const { spent } = kept;
  expect(keep(kept, 2)).toBe(false);
  keep(kept, 4);
  undo(kept, [4], spent);
  expect([kept.spent, kept.count, keptUnits(kept)]).toEqual([spent, 1, [2]]);
});

test("many units in any order cost the same as in document order", () => {
  const costs = Int32Array.from({ length: 60 }, (_, unit) => 1 + ((unit * 7) % 13));
  const chosen = Array.from({ length: 60 }, (_, unit) => unit).filter((unit) => (unit * unit) % 7 < 3);
  const forward = nothingKept(costs);
  for (const unit of chosen) keep(forward, unit);
  const backward = nothingKept(costs);
  for (const unit of chosen.toReversed()) keep(backward, unit);
  expect(backward.spent).toBe(forward.spent);
});
