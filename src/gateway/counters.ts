// The rate and the daily quota that an organisation has used, in the memory of one process. The interface also
// allows a promise, for a store that replicas share. Below it is the arithmetic of the token bucket and the daily
// count, as pure functions: they take a state and the time, and return a new state and a decision.
import type { Tier } from "../config/tiers.ts";
import type { Clock } from "../time/clock.ts";

export type Spending =
  | { readonly refused: "throttled"; readonly retryAfterMs: number }
  | { readonly refused: "quota_spent" }
  | { readonly refused: null; readonly refund: () => void };

export interface Counters {
  /**
   * Takes one call from the rate and, if it counts, from the quota. If either refuses, takes from neither. `refund`
   * returns the quota once, even if it is called again.
   */
  readonly spend: (organisation: string, tier: Tier, countsAgainstQuota: boolean) => Spending | Promise<Spending>;
  /** Forgets all other organisations, so that the projection bounds the memory. */
  readonly retain: (organisations: ReadonlySet<string>) => void;
}

export interface MemoryCounters extends Counters {
  readonly spend: (organisation: string, tier: Tier, countsAgainstQuota: boolean) => Spending;
  /**
   * Replaces an organisation's counts by those of a store: calls that may still start, and the calls of a day. Later
   * refunds of calls counted here then do nothing.
   */
  readonly note: (organisation: string, seen: DayCount & Pick<BucketState, "tokens">) => void;
}

export interface StoredDecision {
  readonly outcome: "admitted" | "throttled" | "quota_spent";
  /** Calls that may still start at once after this one, fractions included. */
  readonly tokens: number;
  /** The UTC day by the store's clock, in whole days since 1970, and the calls counted on it. */
  readonly day: number;
  readonly used: number;
}

/** Calls, and those among them that count against the daily quota. Negative for calls that the store must give back. */
export interface Debt {
  readonly calls: number;
  readonly counted: number;
}

/** Every promise rejects if the store cannot be reached or answers with an error. None has a time limit. */
export interface CounterStore {
  /** False while there is no connection. */
  readonly ready: () => boolean;
  /**
   * Takes one call from the rate and, if it counts, from the quota. If either refuses, takes from neither.
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
  /** Sends what `spend` sends, but charges no organisation: rejects if the store does not work. */
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

/** In any t seconds a bucket admits at most burst + rate * t calls. A fixed window would admit twice the burst. */
export interface BucketState {
  /** Calls that may start at once, fractions included. */
  readonly tokens: number;
  /** The monotonic time of `tokens`, in milliseconds. */
  readonly atMs: number;
}

export interface BucketLimits {
  readonly ratePerSecond: number;
  readonly burst: number;
}

/** A billionth of a call: absorbs the rounding of refills, so a caller that waits as long as it should is admitted. */
export const roundingTokens = 1e-9;

/** Longest wait in a response, one day, because a rate of one call a year would overflow the header. */
const RETRY_AFTER_MS_MAX = 86_400_000;

export function fullBucket(limits: BucketLimits, nowMs: number): BucketState {
  return { tokens: limits.burst, atMs: nowMs };
}

/** The state at `nowMs`. Limits may change from call to call: a smaller burst takes effect at once. */
export function refill(state: BucketState, limits: BucketLimits, nowMs: number): BucketState {
  const elapsedMs = Math.max(0, nowMs - state.atMs);
  const tokens = Math.min(limits.burst, state.tokens + (elapsedMs * limits.ratePerSecond) / 1000);
  return { tokens, atMs: nowMs };
}

/** Whole milliseconds until a refilled bucket has a token; 0 if it has one. */
export function waitMs(state: Pick<BucketState, "tokens">, limits: BucketLimits): number {
  const missing = 1 - roundingTokens - state.tokens;
  if (missing <= 0) return 0;
  return Math.min(RETRY_AFTER_MS_MAX, Math.ceil((missing * 1000) / limits.ratePerSecond));
}

/** The state after one call. Only for a bucket whose wait is 0. */
export function take(state: BucketState): BucketState {
  return { tokens: Math.max(0, state.tokens - 1), atMs: state.atMs };
}

export interface DayCount {
  /** Whole days since 1970 UTC. */
  readonly day: number;
  /** Calls that count, minus refunded ones. */
  readonly used: number;
}

export const DAY_MS = 86_400_000;

export function utcDay(wallMs: number): number {
  return Math.floor(wallMs / DAY_MS);
}

/**
 * The count on `day`. If the clock steps back over midnight, no second quota opens. If the clock was far ahead and is
 * corrected, one does; otherwise the quota would stay exhausted until that day.
 */
export function rollTo(count: DayCount, day: number): DayCount {
  return day === count.day || day === count.day - 1 ? count : { day, used: 0 };
}

export function quotaSpent(count: DayCount, dailyQuota: number | null): boolean {
  return dailyQuota !== null && count.used >= dailyQuota;
}

export function reserve(count: DayCount): DayCount {
  return { day: count.day, used: count.used + 1 };
}

/** Gives back a call reserved on `reservedDay`; does nothing once that day is over. */
export function refund(count: DayCount, reservedDay: number): DayCount {
  return count.day === reservedDay ? { day: count.day, used: Math.max(0, count.used - 1) } : count;
}
