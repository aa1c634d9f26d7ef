// When an organisation's queue is too long: CoDel (RFC 8289) for calls instead of packets. A burst, and clients that
// send each call upon the answer to the last, may wait. A queue that stays above its target delay for an interval sheds
// what cannot be answered in time, until nothing has been shed for an interval. Moments and counts in, verdicts out.

export interface Shedding {
  /**
   * To be told whenever the queue changes.
   * @param waiting calls in the queue
   * @param oldestMs for how long the oldest of them has waited
   * @param runMs what one of them is expected to take
   */
  readonly observe: (now: number, waiting: number, oldestMs: number, runMs: number) => void;
  /** Whether a call that would wait, or has waited, for so long is to be shed. */
  readonly isTooLate: (now: number, waitMs: number, runMs: number) => boolean;
  /** A call has been shed. */
  readonly shed: (now: number) => void;
  /** Whether the queue is in the state of overload. */
  readonly active: () => boolean;
}

/**
 * The delay that an overloaded queue is held to: enough that a thread is hardly ever idle between calls that come at
 * random, so some milliseconds and some runs of one call.
 */
const TARGET_MS = 5;
const TARGET_RUNS = 2;

/** A queue must stay above its target for this long to be overloaded: longer than a burst takes to be answered. */
const INTERVAL_MS = 250;

/** What RFC 8289 has as one packet: as many calls may always wait. It is the window of a client with 64 connections. */
const WINDOW_CALLS = 64;

/** But no call is made to wait for longer than its client would. */
const WAIT_MS_MAX = 5_000;

/**
 * Clients that repeat a rejected call at once keep a queue overloaded that could hold all of them. So the state ends
 * after this long, and a real overload brings it back within the second.
 */
const TRIAL_MS = 30_000;

export function createShedding(): Shedding {
  /** Since when the delay has been above the target; null while it is not. */
  let aboveSince: number | null = null;
  /** Since when the queue is overloaded; null while it is not. */
  let activeSince: number | null = null;
  let lastShed = 0;

  function endIfOver(now: number): void {
    if (activeSince === null) return;
    if (now - lastShed < INTERVAL_MS && now - activeSince < TRIAL_MS) return;
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
    active: () => activeSince !== null,
  };
}

function targetMs(runMs: number): number {
  return TARGET_MS + TARGET_RUNS * runMs;
}
