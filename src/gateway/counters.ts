// What an organisation has used of its rate and its daily quota, in the memory of one process. The interface also
// allows a promise, for a store that replicas share.
import type { Tier } from "../config/tiers.ts";
import type { Clock } from "../time/clock.ts";
import {
  type BucketState,
  type DayCount,
  fullBucket,
  quotaSpent,
  refill,
  refund,
  reserve,
  rollTo,
  take,
  utcDay,
  waitMs,
} from "./limits.ts";
import type { Debt } from "./store-ledger.ts";

export type Spending =
  | { readonly refused: "throttled"; readonly retryAfterMs: number }
  | { readonly refused: "quota_spent" }
  | { readonly refused: null; readonly refund: () => void };

export interface Counters {
  /**
   * Takes one call from the rate and, where it counts, from the quota; from neither when either refuses.
   * `refund` returns the quota once, even if it is called again.
   */
  readonly spend: (organisation: string, tier: Tier, countsAgainstQuota: boolean) => Spending | Promise<Spending>;
  /** Forgets all other organisations, so the projection bounds the memory. */
  readonly retain: (organisations: ReadonlySet<string>) => void;
}

export interface MemoryCounters extends Counters {
  readonly spend: (organisation: string, tier: Tier, countsAgainstQuota: boolean) => Spending;
  /**
   * Replaces an organisation's counts by those of a store: calls that may still start, and the calls of a day. Later
   * refunds of calls counted here do nothing.
   */
  readonly note: (organisation: string, seen: DayCount & Pick<BucketState, "tokens">) => void;
}

export interface StoredDecision {
  readonly verdict: "admitted" | "throttled" | "quota_spent";
  /** Calls that may still start at once after this one, fractions included. */
  readonly tokens: number;
  /** The UTC day by the store's clock, in whole days since 1970, and the calls counted on it. */
  readonly day: number;
  readonly used: number;
}

/** Every promise rejects if the store cannot be asked or answers with an error; none of them is bounded in time. */
export interface CounterStore {
  /** False while there is no connection. */
  readonly ready: () => boolean;
  /**
   * Takes one call from the rate and, if it counts, from the quota; from neither if either refuses.
   * @param debt calls granted without the store, which it charges first and in either case
   */
  readonly spend: (
    organisation: string,
    tier: Tier,
    countsAgainstQuota: boolean,
    debt: Debt,
  ) => Promise<StoredDecision>;
  /** Gives back a call that was counted on `day`; does nothing once that day is over. */
  readonly refund: (organisation: string, day: number) => Promise<void>;
  /** Does what `spend` does, for no organisation. */
  readonly check: () => Promise<void>;
  readonly close: () => void;
}

interface Usage {
  bucket: BucketState;
  today: DayCount;
}

export function createMemoryCounters(clock: Clock): MemoryCounters {
  const usages = new Map<string, Usage>();
  return {
    note: (organisation, { tokens, day, used }) => {
      usages.set(organisation, { bucket: { tokens, atMs: clock.monotonicMs() }, today: { day, used } });
    },
    spend: (organisation, tier, countsAgainstQuota) => {
      const nowMs = clock.monotonicMs();
      const day = utcDay(clock.wallMs());
      const usage = usages.get(organisation) ?? { bucket: fullBucket(tier, nowMs), today: { day, used: 0 } };
      usages.set(organisation, usage);
      usage.bucket = refill(usage.bucket, tier, nowMs);
      usage.today = rollTo(usage.today, day);
      const retryAfterMs = waitMs(usage.bucket, tier);
      if (retryAfterMs > 0) return { refused: "throttled", retryAfterMs };
      if (countsAgainstQuota && quotaSpent(usage.today, tier.dailyQuota)) return { refused: "quota_spent" };
      usage.bucket = take(usage.bucket);
      return { refused: null, refund: countsAgainstQuota ? reserveCall(usage) : nothingToRefund };
    },
    retain: (organisations) => {
      for (const organisation of usages.keys()) {
        if (!organisations.has(organisation)) usages.delete(organisation);
      }
    },
  };
}

function reserveCall(usage: Usage): () => void {
  usage.today = reserve(usage.today);
  const reservedDay = usage.today.day;
  let refunded = false;
  return () => {
    if (refunded) return;
    refunded = true;
    usage.today = refund(usage.today, reservedDay);
  };
}

function nothingToRefund(): void {}
