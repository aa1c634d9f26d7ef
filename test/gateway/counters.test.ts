import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Tier } from "../../src/config/tiers.ts";
import {
  type BucketLimits,
  createMemoryCounters,
  fullBucket,
  quotaSpent,
  refill,
  refund,
  reserve,
  rollTo,
  type Spending,
  take,
  utcDay,
  waitMs,
} from "../../src/gateway/counters.ts";
import { generousTier } from "../tiers.ts";
import { manualClock } from "../time/manual-clock.ts";

const start = "2030-01-01T12:00:00Z";
const tier: Tier = { ...generousTier, ratePerSecond: 2, burst: 3, dailyQuota: 4 };
const fast: Tier = { ...tier, ratePerSecond: 1000, burst: 1000 };

function refundOf(spending: Spending): () => void {
  if (spending.refused !== null) throw new Error(`refused: ${spending.refused}`);
  return spending.refund;
}

describe("rate", () => {
  test("the burst passes, then one call each time the rate allows", async () => {
    const clock = manualClock(start);
    const counters = createMemoryCounters(clock);
    const spend = () => counters.spend("acme", tier, false);
    const crowd = await Promise.all(Array.from({ length: 5 }, spend));
    expect(crowd.map((each) => each.refused)).toEqual([null, null, null, "throttled", "throttled"]);
    expect(await spend()).toEqual({ refused: "throttled", retryAfterMs: 500 });
    clock.pass(499);
    expect(await spend()).toEqual({ refused: "throttled", retryAfterMs: 1 });
    clock.pass(1);
    expect((await spend()).refused).toBeNull();
  });

  test("a wall clock that is set back an hour throttles no call", async () => {
    const clock = manualClock(start);
    const counters = createMemoryCounters(clock);
    for (let call = 0; call < 3; call++) await counters.spend("acme", tier, false);
    clock.setWall(clock.wallMs() - 3_600_000);
    clock.pass(500);
    expect((await counters.spend("acme", tier, false)).refused).toBeNull();
  });

  test("organisations do not share a bucket", async () => {
    const counters = createMemoryCounters(manualClock(start));
    for (let call = 0; call < 4; call++) await counters.spend("acme", tier, false);
    expect((await counters.spend("other", tier, false)).refused).toBeNull();
  });
});

describe("quota", () => {
  test("is used by counted calls until the day ends", async () => {
    const clock = manualClock(start);
    const counters = createMemoryCounters(clock);
    for (let call = 0; call < 4; call++) expect((await counters.spend("acme", fast, true)).refused).toBeNull();
    expect(await counters.spend("acme", fast, true)).toEqual({ refused: "quota_spent" });
    expect((await counters.spend("acme", fast, false)).refused).toBeNull();
    clock.pass(12 * 3_600_000 - 1);
    expect((await counters.spend("acme", fast, true)).refused).toBe("quota_spent");
    clock.pass(1);
    expect((await counters.spend("acme", fast, true)).refused).toBeNull();
  });

  test("a repeated refund counts once", async () => {
    const counters = createMemoryCounters(manualClock(start));
    const refund = refundOf(await counters.spend("acme", fast, true));
    for (let call = 0; call < 3; call++) await counters.spend("acme", fast, true);
    refund();
    refund();
    expect((await counters.spend("acme", fast, true)).refused).toBeNull();
    expect((await counters.spend("acme", fast, true)).refused).toBe("quota_spent");
  });

  test("a refund after midnight does not change the new day", async () => {
    const clock = manualClock(start);
    const counters = createMemoryCounters(clock);
    const refund = refundOf(await counters.spend("acme", fast, true));
    clock.pass(24 * 3_600_000);
    for (let call = 0; call < 4; call++) await counters.spend("acme", fast, true);
    refund();
    expect((await counters.spend("acme", fast, true)).refused).toBe("quota_spent");
  });

  test("a refund of a call counted before a store's count replaced it changes nothing", async () => {
    const clock = manualClock(start);
    const counters = createMemoryCounters(clock);
    const refund = refundOf(await counters.spend("acme", fast, true));
    counters.note("acme", { tokens: 1_000, day: utcDay(clock.wallMs()), used: 3 });
    refund();
    expect((await counters.spend("acme", fast, true)).refused).toBeNull();
    expect((await counters.spend("acme", fast, true)).refused).toBe("quota_spent");
  });

  test("concurrent calls do not exceed it", async () => {
    const counters = createMemoryCounters(manualClock(start));
    const crowd = await Promise.all(Array.from({ length: 20 }, () => counters.spend("acme", fast, true)));
    expect(crowd.filter((each) => each.refused === null)).toHaveLength(4);
  });
});

describe("a refused call uses nothing", () => {
  test("a throttled call leaves the quota alone", async () => {
    const clock = manualClock(start);
    const counters = createMemoryCounters(clock);
    for (let call = 0; call < 50; call++) await counters.spend("acme", tier, true);
    clock.pass(10_000);
    expect((await counters.spend("acme", tier, true)).refused).toBeNull();
    expect((await counters.spend("acme", tier, true)).refused).toBe("quota_spent");
  });

  test("a call over the quota leaves the rate alone", async () => {
    const counters = createMemoryCounters(manualClock(start));
    const none: Tier = { ...tier, dailyQuota: 0 };
    for (let call = 0; call < 50; call++) await counters.spend("acme", none, true);
    expect((await counters.spend("acme", none, false)).refused).toBeNull();
  });
});

test("the calls of a day that were not refunded never exceed the quota", async () => {
  const step = fc.record({
    waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 6 * 3_600_000 })),
    refunds: fc.boolean(),
    counts: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 6 }), fc.array(step, { maxLength: 80 }), async (dailyQuota, steps) => {
      const clock = manualClock(start);
      const counters = createMemoryCounters(clock);
      const used = new Map<string, number>();
      for (const { waitMs, refunds, counts } of steps) {
        clock.pass(waitMs);
        const day = new Date(clock.wallMs()).toISOString().slice(0, 10);
        const spending = await counters.spend("acme", { ...fast, dailyQuota }, counts);
        const before = used.get(day) ?? 0;
        expect(spending.refused).toBe(counts && before >= dailyQuota ? "quota_spent" : null);
        if (spending.refused !== null) continue;
        if (refunds) spending.refund();
        used.set(day, before + (counts && !refunds ? 1 : 0));
      }
    }),
  );
});

test("removed organisations are forgotten, the others are not", async () => {
  const counters = createMemoryCounters(manualClock(start));
  for (const organisation of ["gone", "acme"]) {
    for (let call = 0; call < 4; call++) await counters.spend(organisation, fast, true);
  }
  counters.retain(new Set(["acme"]));
  expect((await counters.spend("gone", fast, true)).refused).toBeNull();
  expect((await counters.spend("acme", fast, true)).refused).toBe("quota_spent");
});

const limits = fc.record({
  ratePerSecond: fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.double({ min: 0.001, max: 50, noNaN: true })),
  burst: fc.integer({ min: 1, max: 40 }),
});
/** Waits between calls, in milliseconds: bursts, trickles and pauses. */
const waits = fc.array(
  fc.oneof(fc.constant(0), fc.double({ min: 0, max: 5, noNaN: true }), fc.integer({ min: 0, max: 3000 })),
  { maxLength: 150 },
);

/** The times at which calls are admitted, if one is tried after each wait. */
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

test("any period admits at most the burst plus the rate times its length", () => {
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

test("a caller that waits for the stated time is admitted, and that time is hardly longer than needed", () => {
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
  ["the next day starts from zero", 101, 0],
  ["a step back over midnight keeps the count", 99, 7],
  ["a clock that is corrected from far ahead starts from zero", 98, 0],
])("%s", (_, day, used) => {
  expect(rollTo({ day: 100, used: 7 }, day).used).toBe(used);
});

test.each([
  ["under the quota", 4, 5, false],
  ["at the quota", 5, 5, true],
  ["over a quota that was lowered", 9, 5, true],
  ["without a quota", 1e15, null, false],
  ["a quota of zero", 0, 0, true],
])("%s", (_, used, quota, spent) => {
  expect(quotaSpent({ day: 1, used }, quota)).toBe(spent);
});

test("a refund undoes a reservation of its own day only", () => {
  const reserved = reserve({ day: 100, used: 3 });
  expect(refund(reserved, 100)).toEqual({ day: 100, used: 3 });
  expect(refund({ day: 101, used: 3 }, 100)).toEqual({ day: 101, used: 3 });
  expect(refund({ day: 100, used: 0 }, 100)).toEqual({ day: 100, used: 0 });
});
