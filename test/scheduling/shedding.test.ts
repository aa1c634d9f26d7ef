import { expect, test } from "vitest";
import { createOverload } from "../../src/scheduling/shedding.ts";

const RUN_MS = 10;
/** Far above the target. */
const LATE_MS = 600;

/** A queue of `calls` calls for the given time; the oldest has waited too long. */
function watched(waiting: number, forMs: number) {
  const shedding = createOverload();
  for (let now = 0; now <= forMs; now += 10) shedding.observe(now, waiting, LATE_MS, RUN_MS);
  return shedding;
}

test("as many calls as a client with 64 connections sends may wait without an overload", () => {
  const shedding = watched(64, 10_000);
  expect([shedding.active(10_000), shedding.isTooLate(10_000, 4_900, RUN_MS)]).toEqual([false, false]);
});

test("more calls in a burst are not an overload", () => {
  expect(watched(200, 240).active(240)).toBe(false);
});

test("more calls are an overload once they have waited for an interval; then only a short wait is allowed", () => {
  const shedding = watched(65, 250);
  expect(shedding.active(250)).toBe(true);
  expect([shedding.isTooLate(250, 25, RUN_MS), shedding.isTooLate(250, 26, RUN_MS)]).toEqual([false, true]);
});

test("the interval starts again if the queue falls below its target", () => {
  const shedding = watched(65, 200);
  shedding.observe(210, 65, 5, RUN_MS);
  for (let now = 220; now <= 400; now += 10) shedding.observe(now, 65, LATE_MS, RUN_MS);
  expect(shedding.active(400)).toBe(false);
});

test("an overload ends when nothing has been shed for an interval", () => {
  const shedding = watched(65, 250);
  shedding.shed(400);
  shedding.observe(640, 1, 0, RUN_MS);
  expect(shedding.active(640)).toBe(true);
  shedding.observe(650, 1, 0, RUN_MS);
  expect(shedding.active(650)).toBe(false);
});

test("a long overload is ended from time to time to see whether it persists", () => {
  const shedding = watched(65, 250);
  for (let now = 260; now < 30_250; now += 10) {
    shedding.shed(now);
    shedding.observe(now, 1, 0, RUN_MS);
  }
  expect(shedding.active(30_240)).toBe(true);
  shedding.observe(30_250, 1, 0, RUN_MS);
  expect(shedding.active(30_250)).toBe(false);
});

test("a call that has waited five seconds is shed", () => {
  const shedding = createOverload();
  expect([shedding.isTooLate(0, 5_000, RUN_MS), shedding.isTooLate(0, 5_001, RUN_MS)]).toEqual([false, true]);
});
