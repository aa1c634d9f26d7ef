import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { within } from "../../src/time/clock.ts";
import { manualClock } from "./manual-clock.ts";

const start = "2030-01-01T00:00:00Z";
const never = new Promise<string>(() => {});

test("a result in time is returned, and the timer is cancelled", async () => {
  const clock = manualClock(start);
  await expect(within(clock, 100, Promise.resolve("answer"))).resolves.toBe("answer");
  expect(clock.untilNext()).toBeNull();
});

test("a failure in time is thrown", async () => {
  const clock = manualClock(start);
  await expect(within(clock, 100, Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(clock.untilNext()).toBeNull();
});

test("a promise that does not settle is late", async () => {
  const clock = manualClock(start);
  const outcome = within(clock, 100, never);
  clock.pass(100);
  await expect(outcome).resolves.toBe("late");
});

test("a failure after the bound is ignored", async () => {
  const clock = manualClock(start);
  const { promise, reject } = Promise.withResolvers<string>();
  const outcome = within(clock, 100, promise);
  clock.pass(100);
  await expect(outcome).resolves.toBe("late");
  reject(new Error("no"));
  await nextTurn();
});

test("a result that arrived while the thread was busy is not late", async () => {
  const clock = manualClock(start);
  const { promise, resolve } = Promise.withResolvers<string>();
  // The result is already in the socket, and is read in the turn in which the wait would end.
  const outcome = within(clock, 100, promise);
  setImmediate(() => resolve("answer"));
  clock.pass(100);
  await expect(outcome).resolves.toBe("answer");
});
