// Whether the thread should look at the network once more before it begins a call, so that calls wait in its lane,
// where they are counted, and not where nobody sees them. Moments in, yes or no out; looking is the event loop's.
import type { Clock } from "../../time/clock.ts";

export interface NetworkLook {
  /** A call has come in. */
  readonly arrived: () => void;
  /** Asked once in each turn of the event loop: whether there may be more to come, so that no call should begin yet. */
  readonly goesOn: () => boolean;
}

/**
 * Longest time for looking at the network between two calls, in milliseconds. One look accepts a few new connections,
 * and their requests come with the next; a flood of what is all turned away must not keep the thread from answering
 * any.
 */
const LOOK_MS_MAX = 2;

export function createNetworkLook(clock: Clock): NetworkLook {
  let arrivedSince = false;
  /** When the first look after a call was; null when there has been none since. */
  let looksSinceMs: number | null = null;
  return {
    arrived: () => {
      arrivedSince = true;
    },
    goesOn: () => {
      const now = clock.monotonicMs();
      looksSinceMs ??= now;
      const goesOn = arrivedSince && now - looksSinceMs < LOOK_MS_MAX;
      arrivedSince = false;
      if (!goesOn) looksSinceMs = null;
      return goesOn;
    },
  };
}
