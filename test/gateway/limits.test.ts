import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BucketLimits,
  fullBucket,
  quotaSpent,
  refill,
  refund,
  reserve,
  rollTo,
  take,
  utcDay,
  waitMs,
} from "../../src/gateway/limits.ts";

const limits = fc.record({
  ratePerSecond: fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.double({ min: 0.001, max: 50, noNaN: true })),
  burst: fc.integer({ min: 1, max: 40 }),
});
/** Waits between calls, in milliseconds: crowds, trickles and pauses. */
const waits = fc.array(
  fc.oneof(fc.constant(0), fc.double({ min: 0, max: 5, noNaN: true }), fc.integer({ min: 0, max: 3000 })),
  { maxLength: 150 },
);

/** The times at which calls are admitted when one is tried after each wait. */
function admittedAt(bucket: BucketLimits, gapsMs: readonly number[]): readonly number[] {
  let nowMs = 0;
  let state = fullBucket(bucket, nowMs);
  const admitted: number[] = [];
  for (const gapMs of gapsMs) {
    nowMs += gapMs;
    state = refill(state, bucket, nowMs);
    if (waitMs(state, bucket) > 0) continue;
    state = take(state);
    admitted.push(nowMs);
  }
  return admitted;
}

test("any stretch of time admits at most the burst and what the rate adds", () => {
  fc.assert(
    fc.property(limits, waits, (bucket, gapsMs) => {
      const times = admittedAt(bucket, gapsMs);
      const excess = times.flatMap((from, first) =>
        times
          .slice(first)
          .map((to, further) => further + 1 - bucket.burst - ((to - from) * bucket.ratePerSecond) / 1000),
      );
      expect(Math.max(0, ...excess)).toBeLessThan(1e-6);
    }),
  );
});

test("a caller that waits as long as stated is admitted, and the wait is hardly longer than needed", () => {
  fc.assert(
    fc.property(limits, waits, (bucket, gapsMs) => {
      let nowMs = 0;
      let state = fullBucket(bucket, nowMs);
      for (const gapMs of gapsMs) {
        nowMs += gapMs;
        state = refill(state, bucket, nowMs);
        const wait = waitMs(state, bucket);
        expect(waitMs(refill(state, bucket, nowMs + wait), bucket)).toBe(0);
        expect(wait).toBeLessThanOrEqual(Math.ceil(1000 / bucket.ratePerSecond));
        if (wait === 0) state = take(state);
      }
    }),
  );
});

test("an idle bucket fills to its burst and no further", () => {
  const bucket = { ratePerSecond: 5, burst: 10 };
  const emptied = Array.from({ length: 10 }).reduce<ReturnType<typeof take>>(take, fullBucket(bucket, 0));
  expect(waitMs(emptied, bucket)).toBe(200);
  expect(refill(emptied, bucket, 1_000).tokens).toBe(5);
  expect(refill(emptied, bucket, 1_000_000).tokens).toBe(10);
});

describe("limits that change", () => {
  test("a smaller burst takes effect at once", () => {
    const full = fullBucket({ ratePerSecond: 1, burst: 100 }, 0);
    expect(refill(full, { ratePerSecond: 1, burst: 3 }, 0).tokens).toBe(3);
  });

  test("a larger burst fills at the rate, so moving to a better tier and back gains nothing", () => {
    const full = fullBucket({ ratePerSecond: 1, burst: 3 }, 0);
    expect(refill(full, { ratePerSecond: 1, burst: 100 }, 2_000).tokens).toBe(5);
  });
});

test("time that steps back neither adds nor removes tokens", () => {
  const bucket = { ratePerSecond: 1, burst: 2 };
  const emptied = take(take(fullBucket(bucket, 10_000)));
  const back = refill(emptied, bucket, 0);
  expect(back.tokens).toBe(0);
  expect(refill(back, bucket, 1_000).tokens).toBe(1);
});

test("a very slow rate states a wait of a day at most", () => {
  const bucket = { ratePerSecond: 1e-300, burst: 1 };
  expect(waitMs(take(fullBucket(bucket, 0)), bucket)).toBe(86_400_000);
});

test("a day ends at midnight UTC", () => {
  const lastMoment = utcDay(Date.parse("2030-01-31T23:59:59.999Z"));
  expect(utcDay(Date.parse("2030-02-01T00:00:00Z"))).toBe(lastMoment + 1);
  expect(utcDay(Date.parse("2030-02-01T01:00:00+02:00"))).toBe(lastMoment);
});

test.each([
  ["the same day keeps the count", 100, 7],
  ["the next day starts anew", 101, 0],
  ["a step back over midnight keeps the count", 99, 7],
  ["a clock that comes back from far ahead starts anew", 98, 0],
])("%s", (_, day, used) => {
  expect(rollTo({ day: 100, used: 7 }, day).used).toBe(used);
});

test.each([
  ["under the quota", 4, 5, false],
  ["at the quota", 5, 5, true],
  ["over a quota that was lowered", 9, 5, true],
  ["without a quota", 1e15, null, false],
  ["a quota of nothing", 0, 0, true],
])("%s", (_, used, quota, spent) => {
  expect(quotaSpent({ day: 1, used }, quota)).toBe(spent);
});

test("a refund undoes a reservation of its own day only", () => {
  const reserved = reserve({ day: 100, used: 3 });
  expect(refund(reserved, 100)).toEqual({ day: 100, used: 3 });
  expect(refund({ day: 101, used: 3 }, 100)).toEqual({ day: 101, used: 3 });
  expect(refund({ day: 100, used: 0 }, 100)).toEqual({ day: 100, used: 0 });
});
