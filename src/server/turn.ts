// How far the thread is behind. In an overload the calls that are read late in a long turn of the event loop have
// waited in the network, where nobody sees them; the length of the turn says how long. One long turn is a burst, which
// passes by itself. Only one after the other for a while is an overload (as CoDel has it, RFC 8289).
import type { Clock } from "../gateway/clock.ts";

export interface Turn {
  /** Milliseconds since the first call of this turn asked. */
  readonly ageMs: () => number;
  /** Whether the thread has been behind for a while, and is now. */
  readonly overloaded: () => boolean;
  /** Counts a call as in progress on this thread until its answer is there. */
  readonly track: <Answer>(answer: Promise<Answer>) => Promise<Answer>;
}

/** A turn this long keeps calls waiting for many times what they take, in milliseconds. */
const LONG_MS = 100;

/**
 * Calls in progress, which give each other turns between their stages: so many keep each other waiting as well. More
 * than a client with dozens of connections has at a time; that one is slowed by its own answers and needs no refusal.
 */
const CALLS_MAX = 96;

/** For so long may a thread be behind, in milliseconds. */
const BURST_MS = 500;

/** Between two turns without a call in progress lies a moment in which there was nothing to do, in milliseconds. */
const IDLE_MS = 1;

export function createTurn(clock: Clock): Turn {
  let startedAt: number | null = null;
  let endedAt = Number.NEGATIVE_INFINITY;
  /** When the thread was last known not to be behind. */
  let calmAt = Number.NEGATIVE_INFINITY;
  let calls = 0;

  function end(): void {
    endedAt = clock.monotonicMs();
    if (startedAt !== null && endedAt - startedAt < LONG_MS && calls < CALLS_MAX) calmAt = endedAt;
    startedAt = null;
  }

  function ageMs(): number {
    const now = clock.monotonicMs();
    if (startedAt !== null) return now - startedAt;
    if (calls === 0 && now - endedAt > IDLE_MS) calmAt = now;
    startedAt = now;
    setImmediate(end);
    return 0;
  }

  function done(): void {
    calls -= 1;
  }

  return {
    ageMs,
    overloaded: () => (ageMs() >= LONG_MS || calls >= CALLS_MAX) && clock.monotonicMs() - calmAt > BURST_MS,
    track: (answer) => {
      calls += 1;
      answer.then(done, done);
      return answer;
    },
  };
}
