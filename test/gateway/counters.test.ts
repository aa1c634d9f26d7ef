import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Tier } from "../../src/config/tiers.ts";
import { createMemoryCounters, type Spending } from "../../src/gateway/counters.ts";
import { utcDay } from "../../src/gateway/limits.ts";
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
  test("is used by the calls that count, until the day ends", async () => {
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

  test("a refund counts once, however often it is asked for", async () => {
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
