// The script in Redis and the process's own arithmetic make the same decisions about the same calls.
import { createClient } from "@redis/client";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tier } from "../../src/config/tiers.ts";
import { createMemoryCounters, type Debt, roundingTokens, waitMs } from "../../src/gateway/counters.ts";
import { decisionOf, refundScript, spendScript } from "../../src/gateway/redis-store.ts";
import { noDebt } from "../../src/gateway/store-ledger.ts";
import { generousTier } from "../tiers.ts";
import { manualClock } from "../time/manual-clock.ts";
import { type Redis, startRedis } from "./redis.ts";

const start = "2030-01-01T20:00:00Z";
const script = spendScript("local now = tonumber(ARGV[8])");

let redis: Redis;
let client: ReturnType<typeof connection>;

function connection(url: string) {
  return createClient({ url, RESP: 2, disableClientInfo: true });
}

beforeAll(async () => {
  redis = await startRedis();
  client = connection(redis.url);
  await client.connect();
});

afterAll(async () => {
  client.destroy();
  await redis.stop();
});

async function decide(key: string, tier: Tier, counts: boolean, nowMs: number, debt: Debt = noDebt) {
  const limits = [tier.ratePerSecond, tier.burst, tier.dailyQuota ?? -1, counts ? 1 : 0, roundingTokens];
  const numbers = [...limits, debt.calls, debt.counted, nowMs];
  return decisionOf(await client.eval(script, { keys: [key], arguments: numbers.map(String) }));
}

const tiers = fc.record({
  name: fc.constant("t"),
  maxInputTokens: fc.constant(1),
  maxRecords: fc.constant(1),
  ratePerSecond: fc.constantFrom(0.001, 0.5, 1 / 3, 2, 1000),
  burst: fc.constantFrom(1, 3, 10),
  dailyQuota: fc.constantFrom(null, 0, 2, 5, 40),
  weight: fc.constant(1),
  maxComputeMs: fc.constant(1_000),
});

const step = fc.record({
  // Whole milliseconds, because fractions differ in the last bits between the two clocks.
  waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 0, max: 30 * 3_600_000 })),
  counts: fc.boolean(),
  refunds: fc.boolean(),
});

test("the script decides as the process does, for any tier, calls and waits between them", async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(tiers, fc.array(step, { maxLength: 30 }), async (tier, steps) => {
      const clock = manualClock(start);
      const local = createMemoryCounters(clock);
      const key = `test:${runs++}`;
      for (const { waitMs: passMs, counts, refunds } of steps) {
        clock.pass(passMs);
        const here = await local.spend("acme", tier, counts);
        const there = await decide(key, tier, counts, clock.wallMs());
        expect(there.outcome).toBe(here.refused ?? "admitted");
        const asked = here.refused === "throttled" ? here.retryAfterMs : null;
        expect(asked === null ? 0 : Math.abs(waitMs(there, tier) - asked)).toBeLessThanOrEqual(1);
        if (here.refused === null && counts && refunds) {
          here.refund();
          await client.eval(refundScript, { keys: [key], arguments: [String(there.day)] });
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("a clock that steps back neither fills the bucket nor resets the quota", async () => {
  const tier = { ...generousTier, ratePerSecond: 1, burst: 2, dailyQuota: 2 };
  const midnight = Date.parse("2030-01-02T00:00:00Z");
  const verdicts: string[] = [];
  for (const at of [midnight + 10, midnight + 20, midnight - 5_000, midnight + 5_000]) {
    verdicts.push((await decide("test:back", tier, true, at)).outcome);
  }
  expect(verdicts).toEqual(["admitted", "admitted", "throttled", "quota_spent"]);
});

test("a hash outlives the quota's day, and expires without calls", async () => {
  const tier = { ...generousTier, ratePerSecond: 1, burst: 2, dailyQuota: 2 };
  await decide("test:kept", tier, true, Date.parse(start));
  const leftMs = await client.pTTL("test:kept");
  expect(leftMs).toBeGreaterThan(2 * 86_400_000 - 10_000);
  expect(leftMs).toBeLessThanOrEqual(2 * 86_400_000);
});

test("a refund after its day changes nothing, and none goes below zero", async () => {
  const tier = { ...generousTier, ratePerSecond: 1_000, burst: 10, dailyQuota: 9 };
  const refundOn = (day: number) => client.eval(refundScript, { keys: ["test:back2"], arguments: [String(day)] });
  const { day } = await decide("test:back2", tier, true, Date.parse(start));
  await refundOn(day - 1);
  expect((await decide("test:back2", tier, true, Date.parse(start))).used).toBe(2);
  for (let i = 0; i < 4; i++) await refundOn(day);
  expect((await decide("test:back2", tier, true, Date.parse(start))).used).toBe(1);
  await client.eval(refundScript, { keys: ["test:absent"], arguments: [String(day)] });
  expect(await client.exists("test:absent")).toBe(0);
});

test("calls that a replica granted alone are charged first, even if the new call is refused", async () => {
  const tier = { ...generousTier, ratePerSecond: 1, burst: 5, dailyQuota: 10 };
  const now = Date.parse(start);
  expect(await decide("test:debt", tier, true, now, { calls: 2, counted: 1 })).toMatchObject({ tokens: 2, used: 2 });
  const refused = await decide("test:debt", tier, true, now, { calls: 9, counted: 3 });
  expect(refused).toMatchObject({ outcome: "throttled", tokens: 0, used: 5 });
  expect(await decide("test:debt", tier, true, now + 1_000)).toMatchObject({ outcome: "admitted", tokens: 0, used: 6 });
  const given = await decide("test:debt", tier, true, now + 1_000, { calls: -9, counted: -9 });
  expect(given).toMatchObject({ outcome: "admitted", tokens: 4, used: 1 });
});
