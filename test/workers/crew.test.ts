import { expect, test } from "vitest";
import { createCrew } from "../../src/workers/crew.ts";
import type { ThreadListener } from "../../src/workers/thread.ts";
import { manualClock } from "../time/manual-clock.ts";

const RESTART_MS = 1_000;

test("tells once that no thread can be started any more, and once that one can again", () => {
  const clock = manualClock("2030-01-01T00:00:00Z");
  const threads: ThreadListener[] = [];
  const startThread = (listener: ThreadListener) => {
    threads.push(listener);
    return { send: () => {}, hear: () => {}, askToStop: () => {}, end: async () => {} };
  };
  const ignore = { onBegun: () => {}, onMessage: () => {}, onLost: () => {}, onReturned: () => {}, onFree: () => {} };
  const crew = createCrew<string>(2, startThread, clock, ignore);
  const told: boolean[] = [];
  crew.start((able) => told.push(able));
  const seen: (readonly [able: boolean, usable: boolean, told: number])[] = [];
  const look = () => seen.push([crew.able(), crew.usable(), told.length]);

  threads[0]?.onDeath(new Error("no memory"));
  look();
  threads[1]?.onDeath(new Error("no memory"));
  look();
  clock.pass(RESTART_MS);
  for (const thread of threads.slice(2)) thread.onMessage({ kind: "ready" });
  look();
  expect([told, threads.length]).toEqual([[false, true], 4]);
  expect(seen).toEqual([
    [true, true, 0],
    [false, false, 1],
    [true, true, 2],
  ]);
});
