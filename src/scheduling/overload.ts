// When those who wait are too many: tells a burst, which passes by itself, and clients that send each call upon the
// answer to the last, from an overload, in which more calls keep coming than can be answered. Of the first nobody is
// turned away; in the second a queue only makes every answer late, and is kept short (as CoDel has it, RFC 8289).
// Times and counts in, verdicts out.
import type { Clock } from "../time/clock.ts";
import { createGrowth } from "./growth.ts";

/** The longest that those ahead of a call may take: so many milliseconds, and so many times what it takes itself. */
export interface Patience {
  readonly ms: number;
  readonly runs: number;
}

export interface Overload {
  /**
   * Whether a call that comes now would have to wait for too long.
   * @param aheadMs what those that wait and would go before it are expected to take, in milliseconds; infinite where no
   * more may wait
   * @param runMs what it is expected to take itself
   * @param waiting calls that wait
   */
  readonly tooLong: (aheadMs: number, runMs: number, waiting: number) => boolean;
  /** A call has joined those that wait, of whom there are now so many. */
  readonly joined: (waiting: number) => void;
  /** A call has been turned away for it. @returns whether an overload begins with this one */
  readonly turnedAway: () => boolean;
}

/**
 * In an overload: enough that a thread hardly ever stands idle between two calls that come at random. With three runs
 * as many were answered, to a hundredth or two, and up to twice as late.
 */
const IN_OVERLOAD: Patience = { ms: 2, runs: 1 };

/** An overload is over when, for so many milliseconds, no more than this share of the calls had to be turned away. */
const WINDOW_MS = 500;
const SHARE_MIN = 0.1;

/**
 * Clients that come back at once keep an overload up, though all of them could wait. So all are let in for a moment
 * when it has lasted for so many milliseconds, and where that was in vain, after twice as many, up to a bound. If more
 * comes than can be answered, this makes some calls late: hence seldom.
 */
const TRY_MS = 10_000;
const TRY_MS_MAX = 60_000;

/** Where an overload begins within so many milliseconds of a try, it was in vain. */
const IN_VAIN_MS = 2_000;

/** @param patience outside an overload, once a burst would be over */
export function createOverload(patience: Patience, clock: Clock): Overload {
  const growth = createGrowth();
  let overloaded = false;
  /** Of the present overload. */
  let windowStart = 0;
  let [joinedOfLate, turnedAwayOfLate] = [0, 0];
  /** When it was last tried for its end, and when it will be. */
  let [tried, nextTry] = [Number.NEGATIVE_INFINITY, 0];
  let tryMs = TRY_MS;

  /** @returns now */
  function look(): number {
    const now = clock.monotonicMs();
    const ageMs = now - windowStart;
    if (!overloaded || ageMs < WINDOW_MS) return now;
    const goesOn = turnedAwayOfLate > SHARE_MIN * (joinedOfLate + turnedAwayOfLate);
    // A window that is long past says nothing of the present.
    if (!goesOn || ageMs > 2 * WINDOW_MS) overloaded = false;
    else if (now >= nextTry) letIn(now);
    else startWindow(now);
    return now;
  }

  function startWindow(now: number): void {
    windowStart = now;
    [joinedOfLate, turnedAwayOfLate] = [0, 0];
  }

  function letIn(now: number): void {
    overloaded = false;
    tried = now;
    growth.tryFrom(now);
  }

  function begin(now: number): void {
    overloaded = true;
    tryMs = now - tried < IN_VAIN_MS ? Math.min(2 * tryMs, TRY_MS_MAX) : TRY_MS;
    nextTry = now + tryMs;
    startWindow(now);
  }

  return {
    tooLong: (aheadMs, runMs, waiting) => {
      const now = look();
      if (overloaded) return aheadMs > IN_OVERLOAD.ms + IN_OVERLOAD.runs * runMs;
      const tooMany = growth.isMore(waiting) || aheadMs === Number.POSITIVE_INFINITY;
      return tooMany && growth.isLong(now) && aheadMs > patience.ms + patience.runs * runMs;
    },
    joined: (waiting) => {
      joinedOfLate += 1;
      growth.joined(waiting, look());
    },
    turnedAway: () => {
      const now = look();
      const begins = !overloaded;
      if (begins) begin(now);
      turnedAwayOfLate += 1;
      return begins;
    },
  };
}
