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

export type Spending =
  | { readonly refused: "throttled"; readonly retryAfterMs: number }
  | { readonly refused: "quota_spent" }
  | { readonly refused: null; readonly refund: () => void };

export interface Counters {
  /**
   * Takes one call from the rate and, where it counts, from the quota; from neither when either refuses.
   * `refund` gives the quota back once, even if it is called again.
   */
  readonly spend: (organisation: string, tier: Tier, countsAgainstQuota: boolean) => Spending | Promise<Spending>;
  /** Forgets all other organisations, so the projection bounds the memory. */
  readonly retain: (organisations: ReadonlySet<string>) => void;
}

export interface MemoryCounters extends Counters {
  readonly spend: (organisation: string, tier: Tier, countsAgainstQuota: boolean) => Spending;
  /**
   * Takes over what a store counted for an organisation: calls that may still start, and the calls of a day. It
   * replaces what was counted here, and later refunds of that do nothing.
   */
  readonly note: (organisation: string, seen: DayCount & Pick<BucketState, "tokens">) => void;
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
