// When those who wait are too many: tells a burst, which passes by itself, and clients that send each call upon the
// answer to the last, from an overload, in which more calls keep coming than can be answered. Of the first nobody is
// turned away; in the second a queue only makes every answer late, and is kept short (as CoDel has it, RFC 8289).
// Times and counts in, verdicts out.
import type { Clock } from "../time/clock.ts";

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

/** What comes in so many milliseconds after the last moment in which nobody waited is a burst. */
const BURST_MS = 250;

/**
 * So many times as many as came in the burst may wait before it is more than a burst: a crowd of clients that wait for
 * their answers takes longer to connect, and where two lines share it, each has now more of it and now less.
 */
const GROWTH_MAX = 2;

/**
 * And so many at least of those that came since that moment: of clients that come one after the other, over seconds,
 * ever more wait, but few of the calls that they send. Where twice as much comes as can be answered, half of it waits;
 * at one and a third times that, and less, it is an overload once no more may wait.
 */
const WAITING_SHARE = 0.25;

/**
 * In an overload: enough that a thread hardly ever stands idle between two calls that come at random. With three runs
 * as many were answered, to a hundredth or two, and up to twice as late.
 */
const IN_OVERLOAD: Patience = { ms: 2, runs: 1 };

/** An overload is over when, for so many milliseconds, no more than this share of the calls had to be turned away. */
const WINDOW_MS = 500;
const SHARE_MIN = 0.1;

/** @param patience outside an overload, once a burst would be over */
export function createOverload(patience: Patience, clock: Clock): Overload {
  /** When somebody first waited since nobody did, how many joined since, and the most that waited in the burst. */
  let since = Number.NEGATIVE_INFINITY;
  let [joinedSince, burst] = [0, 0];
  let overloaded = false;
  /** Of the present overload. */
  let windowStart = 0;
  let [joinedOfLate, turnedAwayOfLate] = [0, 0];

  /** @returns now */
  function look(): number {
    const now = clock.monotonicMs();
    const ageMs = now - windowStart;
    if (!overloaded || ageMs < WINDOW_MS) return now;
    const goesOn = turnedAwayOfLate > SHARE_MIN * (joinedOfLate + turnedAwayOfLate);
    // A window that is long past says nothing of the present.
    if (goesOn && ageMs <= 2 * WINDOW_MS) startWindow(now);
    else overloaded = false;
    return now;
  }

  function startWindow(now: number): void {
    windowStart = now;
    [joinedOfLate, turnedAwayOfLate] = [0, 0];
  }

  return {
    tooLong: (aheadMs, runMs, waiting) => {
      const now = look();
      if (overloaded) return aheadMs > IN_OVERLOAD.ms + IN_OVERLOAD.runs * runMs;
      const grows = waiting >= GROWTH_MAX * burst && waiting >= WAITING_SHARE * joinedSince;
      const tooMany = grows || aheadMs === Number.POSITIVE_INFINITY;
      return tooMany && now - since > BURST_MS && aheadMs > patience.ms + patience.runs * runMs;
    },
    joined: (waiting) => {
      const now = look();
      joinedOfLate += 1;
      if (waiting === 1) [since, joinedSince, burst] = [now, 0, 0];
      joinedSince += 1;
      if (now - since <= BURST_MS) burst = Math.max(burst, waiting);
    },
    turnedAway: () => {
      const now = look();
      const begins = !overloaded;
      if (begins) startWindow(now);
      overloaded = true;
      turnedAwayOfLate += 1;
      return begins;
    },
  };
}
