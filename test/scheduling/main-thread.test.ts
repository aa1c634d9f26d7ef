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

test("a reading takes twice as long as the last one while requests keep arriving, up to a bound", async () => {
  const took = await readings(200, () => true);
  expect(took.slice(0, 7)).toEqual([2, 5, 9, 17, 33, 33, 33]);
});

test("a reading is short again after one that ended by itself", async () => {
  // The third reading ends after two milliseconds, because nothing arrives then.
  const took = await readings(30, (ms) => ms !== 10);
  expect(took.slice(0, 5)).toEqual([2, 5, 3, 3, 5]);
});
