// Decides when an organisation's queue is too long: CoDel (RFC 8289) for calls instead of packets. A burst may wait,
// and so may clients that send each call after the answer to the last. A queue that stays above its target delay for an
// interval sheds calls that it cannot answer in time, until it has shed none for an interval. Times and counts in,
// verdicts out.

export interface Shedding {
  /**
   * Call it whenever the queue changes.
   * @param waiting calls in the queue
   * @param oldestMs how long the oldest of them has waited
   * @param runMs what one of them is expected to take
   */
  readonly observe: (now: number, waiting: number, oldestMs: number, runMs: number) => void;
  /** Whether to shed a call that has waited, or in an overload would wait, this long. */
  readonly isTooLate: (now: number, waitMs: number, runMs: number) => boolean;
  /** Records that a call has been shed. */
  readonly shed: (now: number) => void;
  /** Whether the queue is overloaded. */
  readonly active: (now: number) => boolean;
}

/**
 * The longest delay of an overloaded queue: some milliseconds plus some runs of one call. That is enough to keep a
 * thread busy almost all the time between calls that arrive at random.
 */
const TARGET_MS = 5;
const TARGET_RUNS = 2;

/** A queue is overloaded if it stays above its target for this long: longer than a burst takes to be answered. */
const INTERVAL_MS = 250;

/** This many calls may always wait, as one packet may in RFC 8289. It is the window of a client with 64 connections. */
const WINDOW_CALLS = 64;

/** The longest wait of any call, in milliseconds: most clients would give up by then. */
const WAIT_MS_MAX = 5_000;

/**
 * An overload ends after this long at the latest. Otherwise clients that repeat a rejected call at once could keep up
 * an overload of a queue that can hold all of them. A real overload returns within a second.
 */
const OVERLOAD_MS_MAX = 30_000;

export function createShedding(): Shedding {
  /** When the delay rose above the target; null while it is not above. */
  let aboveSince: number | null = null;
  /** When the queue became overloaded; null while it is not. */
  let activeSince: number | null = null;
  let lastShed = 0;

  function endIfOver(now: number): void {
    if (activeSince === null) return;
    if (now - lastShed < INTERVAL_MS && now - activeSince < OVERLOAD_MS_MAX) return;
    [activeSince, aboveSince] = [null, null];
  }

  return {
    observe: (now, waiting, oldestMs, runMs) => {
      endIfOver(now);
      if (activeSince !== null) return;
      const above = waiting > WINDOW_CALLS && oldestMs > targetMs(runMs);
      aboveSince = above ? (aboveSince ?? now) : null;
      if (aboveSince !== null && now - aboveSince >= INTERVAL_MS) [activeSince, lastShed] = [now, now];
    },
    isTooLate: (now, waitMs, runMs) => {
      endIfOver(now);
      return waitMs > (activeSince === null ? WAIT_MS_MAX : targetMs(runMs));
    },
    shed: (now) => {
      lastShed = now;
    },
    active: (now) => {
      endIfOver(now);
      return activeSince !== null;
    },
  };
}

function targetMs(runMs: number): number {
  return TARGET_MS + TARGET_RUNS * runMs;
}
