// The calls of one UTC day as pure arithmetic: state and time in, state out.

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
 * The count as of `day`. A clock that steps back over midnight does not open a second quota; one that comes back from
 * far away (it was set wrongly) does, or the quota would stay spent until that day.
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

/** Gives back a call reserved on `reservedDay`; nothing once that day is over. */
export function refund(count: DayCount, reservedDay: number): DayCount {
  return count.day === reservedDay ? { day: count.day, used: Math.max(0, count.used - 1) } : count;
}
