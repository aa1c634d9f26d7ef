// A store of shared counters without Redis: the arithmetic that a test compares with the Redis script, and the failures
// that a store can have.
import {
  type BucketState,
  type CounterStore,
  type DayCount,
  fullBucket,
  quotaSpent,
  refill,
  refund,
  reserve,
  rollTo,
  type StoredDecision,
  take,
  utcDay,
  waitMs,
} from "../../src/gateway/counters.ts";
import { noDebt } from "../../src/gateway/store-ledger.ts";
import type { Clock } from "../../src/time/clock.ts";

/** `lossy` decides, but its answer is lost; `away` has no connection. */
export type StoreState = "well" | "slow" | "broken" | "lossy" | "away";

interface SimulatedStore extends CounterStore {
  readonly become: (state: StoreState) => void;
}

/** The delay of a slow store, in milliseconds: longer than the service waits. */
const SLOW_MS = 45;

export function simulatedStore(clock: Clock): SimulatedStore {
  const counted = new Map<string, { bucket: BucketState; today: DayCount }>();
  let state: StoreState = "well";

  /** Does the work if the state allows it, and answers if the state allows that. */
  async function ask<Answer>(work: () => Answer): Promise<Answer> {
    if (state === "slow") await new Promise<void>((resolve) => clock.after(SLOW_MS, resolve));
    if (state === "broken" || state === "away") throw new Error("the store is away");
    const answer = work();
    if (state === "lossy") throw new Error("the answer is lost");
    return answer;
  }

  return {
    ready: () => state !== "away",
    spend: (organisation, tier, countsAgainstQuota, debt) =>
      ask((): StoredDecision => {
        const nowMs = clock.monotonicMs();
        const day = utcDay(clock.wallMs());
        const before = counted.get(organisation) ?? { bucket: fullBucket(tier, nowMs), today: { day, used: 0 } };
        const { tokens, atMs } = refill(before.bucket, tier, nowMs);
        const bucket = { tokens: Math.max(0, Math.min(tier.burst, tokens - debt.calls)), atMs };
        const rolled = rollTo(before.today, day);
        const today = { day: rolled.day, used: Math.max(0, rolled.used + debt.counted) };
        if (debt !== noDebt) counted.set(organisation, { bucket, today });
        const decided = (outcome: StoredDecision["outcome"]) => ({ outcome, tokens: bucket.tokens, ...today });
        if (waitMs(bucket, tier) > 0) return decided("throttled");
        if (countsAgainstQuota && quotaSpent(today, tier.dailyQuota)) return decided("quota_spent");
        const after = { bucket: take(bucket), today: countsAgainstQuota ? reserve(today) : today };
        counted.set(organisation, after);
        return { outcome: "admitted", tokens: after.bucket.tokens, ...after.today };
      }),
    refund: (organisation, day) =>
      ask(() => {
        const before = counted.get(organisation);
        if (before !== undefined) before.today = refund(before.today, day);
      }),
    check: () => ask(() => {}),
    close: () => {},
    become: (next) => {
      state = next;
    },
  };
}
