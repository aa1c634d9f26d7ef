// The token bucket of a rate and the count of a daily quota, as pure arithmetic: state and time in, state and decision
// out. In any t seconds a bucket admits at most burst + rate * t calls; a fixed window would admit twice the burst.

export interface BucketState {
  /** Calls that may start at once, fractions included. */
  readonly tokens: number;
  /** Monotonic milliseconds at which `tokens` was true. */
  readonly atMs: number;
}

export interface BucketLimits {
  readonly ratePerSecond: number;
  readonly burst: number;
}

/** A billionth of a call: absorbs the rounding of refills, so a caller that waits as long as it should is admitted. */
export const roundingTokens = 1e-9;

/** Longest wait in a response, one day; a rate of one call a year would overflow the header. */
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
  /** Calls that count, refunded ones taken off. */
  readonly used: number;
}

export const DAY_MS = 86_400_000;

export function utcDay(wallMs: number): number {
  return Math.floor(wallMs / DAY_MS);
}

/**
 * The count as of `day`. A clock that steps back over midnight does not open a second quota. One that was far ahead and
 * is corrected does, because the quota would otherwise stay exhausted until that day.
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
