// What one replica admits with a store whose answers take any constant time around the bound on the wait for them.
import { expect, test } from "vitest";
import type { Tier } from "../../src/config/tiers.ts";
import { type CounterStore, createMemoryCounters } from "../../src/gateway/counters.ts";
import { createSharedCounters } from "../../src/gateway/shared-counters.ts";
import type { Clock } from "../../src/time/clock.ts";
import { simulatedStore } from "../sim/simulated-store.ts";
import { generousTier } from "../tiers.ts";
import { manualClock } from "../time/manual-clock.ts";

const tier: Tier = { ...generousTier, ratePerSecond: 100, burst: 20 };
const SECONDS = 10;
/** Three times the rate. */
const CALL_EVERY_MS = 10 / 3;
const ALLOWED = tier.burst + tier.ratePerSecond * SECONDS;

/** Requests and answers each take half of the delay, and none overtakes another, as on one connection. */
function delayed(inner: CounterStore, clock: Clock, delayMs: () => number): CounterStore {
  let arrivedMs = 0;
  let answeredMs = 0;
  const at = (dueMs: number) =>
    new Promise<void>((resolve) => clock.after(Math.max(0, dueMs - clock.monotonicMs()), resolve));
  const ask = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const half = delayMs() / 2;
    arrivedMs = Math.max(arrivedMs, clock.monotonicMs() + half);
    await at(arrivedMs);
    const answer = await work();
    answeredMs = Math.max(answeredMs, clock.monotonicMs() + half);
    await at(answeredMs);
    return answer;
  };
  return {
    ...inner,
    spend: (...call) => ask(() => inner.spend(...call)),
    check: () => ask(() => inner.check()),
    refund: (...call) => ask(() => inner.refund(...call)),
  };
}

const turn = () => new Promise(setImmediate);

/** How much was admitted in ten seconds of three times the rate, as a share of what the tier allows. */
async function admittedShare(delayMs: () => number) {
  const clock = manualClock("2030-01-01T12:00:00Z");
  const counters = createSharedCounters({
    store: delayed(simulatedStore(clock), clock, delayMs),
    local: createMemoryCounters(clock),
    clock,
    onShared: () => {},
    onLocal: () => {},
  });
  let count = 0;
  const beganMs = clock.monotonicMs();
  let nextMs = beganMs;
  while (nextMs - beganMs < SECONDS * 1000) {
    for (let due = clock.untilNext(); due !== null && clock.monotonicMs() + due <= nextMs; due = clock.untilNext()) {
      clock.pass(due);
      await turn();
      await turn();
    }
    clock.pass(nextMs - clock.monotonicMs());
    Promise.resolve(counters.spend("acme", tier, true)).then(({ refused }) => {
      if (refused === null) count += 1;
    });
    await turn();
    nextMs += CALL_EVERY_MS;
  }
  counters.close();
  return count / ALLOWED;
}

test.each(Array.from({ length: 51 }, (_, delay) => delay))(
  "with a constant delay of %i ms, the rate",
  async (delay) => {
    const share = await admittedShare(() => delay);
    expect(share).toBeLessThanOrEqual(1.05);
    expect(share).toBeGreaterThan(0.9);
  },
);

test.each([16, 18, 19, 20, 21, 22, 24])("with a delay that swings by 4 ms around %i ms, the rate", async (middle) => {
  let step = 0;
  const share = await admittedShare(() => middle + 4 * Math.sin(step++ / 7));
  // Without the debts, up to 1.56: store and replica each granted the rate.
  expect(share).toBeLessThanOrEqual(1.05);
  expect(share).toBeGreaterThan(0.9);
});
