// Whether those who wait become ever more, or are a crowd that came at once and is no larger since. Counts and moments
// in, verdicts out.

export interface Growth {
  /** A call has joined those that wait, of whom there are now so many. */
  readonly joined: (waiting: number, now: number) => void;
  /** From now on all may come that were kept away: whoever comes within a moment is the burst. */
  readonly tryFrom: (now: number) => void;
  /** Whether those who wait have been doing so for longer than a burst takes to come. */
  readonly isLong: (now: number) => boolean;
  /** Whether so many are more than the burst was. */
  readonly isMore: (waiting: number) => boolean;
}

interface Burst {
  /** What comes in so many milliseconds is a burst. */
  readonly ms: number;
  /** So many times as many as waited in the burst may wait before it is more than a burst. */
  readonly growthMax: number;
}

/**
 * Counted from the last moment in which nobody waited. A crowd of clients that wait for their answers takes longer to
 * connect, and where two lines share it, each has now more of it and now less.
 */
const FROM_NOTHING: Burst = { ms: 250, growthMax: 2 };

/** Clients that know no pause are connected, and come back within the 100 ms for which a refusal is held. */
const TRIED: Burst = { ms: 150, growthMax: 1.25 };

/**
 * And so many at least of those that came since that moment: of clients that come one after the other, over seconds,
 * ever more wait, but few of the calls that they send. Where twice as much comes as can be answered, half of it waits;
 * at one and a third times that, and less, it is an overload once no more may wait.
 */
const WAITING_SHARE = 0.25;

export function createGrowth(): Growth {
  let rule = FROM_NOTHING;
  let since = Number.NEGATIVE_INFINITY;
  /** Since then, and the most that waited in the burst. */
  let [joinedSince, burst] = [0, 0];

  function start(from: Burst, now: number): void {
    rule = from;
    since = now;
    [joinedSince, burst] = [0, 0];
  }

  const isLong = (now: number) => now - since > rule.ms;

  return {
    joined: (waiting, now) => {
      // A try goes on though nobody should wait at its first moment.
      if (waiting === 1) start(isLong(now) ? FROM_NOTHING : rule, now);
      joinedSince += 1;
      if (!isLong(now)) burst = Math.max(burst, waiting);
    },
    tryFrom: (now) => start(TRIED, now),
    isLong,
    isMore: (waiting) => waiting >= rule.growthMax * burst && waiting >= WAITING_SHARE * joinedSince,
  };
}
