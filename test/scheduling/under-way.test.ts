import { expect, test } from "vitest";
import { createUnderWay } from "../../src/scheduling/under-way.ts";
import { manualClock } from "../time/manual-clock.ts";

const BYTES = 1_000_000;

test.each([
  ["has just begun", 0, 1],
  ["has come a quarter of its way", 0.25, 0.75],
  ["seems to be nearly through", 0.99, 0.99],
  ["takes twice as long as others", 2, 2],
  ["has stood still for long", 200, 3],
])("what a call that %s still takes, in what calls of its size do", (_name, ran, left) => {
  const clock = manualClock("2026-01-01T00:00:00Z");
  const underWay = createUnderWay(clock);
  const runMs = underWay.runMs(BYTES);
  underWay.begun({ bytes: BYTES, sinceMs: clock.monotonicMs() });
  clock.pass(ran * runMs);
  expect(underWay.leftMs() / runMs).toBeCloseTo(left, 1);
});
