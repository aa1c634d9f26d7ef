// How long the main thread reads from the network before it starts a call, under a clock that the test advances.
import { expect, test } from "vitest";
import { createMainThread } from "../../src/scheduling/main-thread.ts";
import { manualClock } from "../time/manual-clock.ts";

/** Starts calls for some milliseconds. @returns how long each reading before a call took, in milliseconds */
async function readings(milliseconds: number, arrives: (ms: number) => boolean): Promise<readonly number[]> {
  const clock = manualClock("2030-01-01T00:00:00Z");
  const took: number[] = [];
  let lastMs = 0;
  let passed = 0;
  const main = createMainThread<string>({
    take: () => {
      took.push(passed - lastMs);
      lastMs = passed;
      return "call";
    },
    run: async () => {},
    // So long that one call fills a turn.
    costMs: () => 100,
    waits: () => passed < milliseconds,
    clock,
  });
  main.schedule();
  while (passed < milliseconds) {
    if (arrives(passed)) main.arrived();
    await new Promise(setImmediate);
    clock.pass(1);
    passed += 1;
  }
  return took;
}

// Each figure but the first includes the turn of the previous call: one millisecond.

test("a reading ends after two milliseconds while requests keep arriving", async () => {
  const took = await readings(12, () => true);
  expect(took).toEqual([2, 3, 3, 3]);
});

test("a reading ends as soon as nothing has arrived", async () => {
  const took = await readings(6, (ms) => ms < 2);
  expect(took).toEqual([2, 1, 1, 1]);
});
