// How far the thread is behind. In an overload the calls that are read late in a long turn of the event loop have
// waited in the network, where nobody sees them; the length of the turn says how long. One long turn is a burst, which
// passes by itself. Only one after the other for a while is an overload (as CoDel has it, RFC 8289).
import type { Clock } from "../gateway/clock.ts";

export interface Turn {
  /** Milliseconds since the first call of this turn asked. */
  readonly ageMs: () => number;
  /** Whether every turn has been long for a while. */
  readonly overloaded: () => boolean;
}

/** A turn this long keeps calls waiting for longer than they take, in milliseconds. */
const LONG_MS = 15;

/** For so long may long turns follow each other, in milliseconds. */
const BURST_MS = 100;

/** Between two turns without a call lies a moment in which the thread had nothing to do, in milliseconds. */
const IDLE_MS = 1;

export function createTurn(clock: Clock): Turn {
  let startedAt: number | null = null;
  let endedAt = Number.NEGATIVE_INFINITY;
  /** When the thread was last known not to be behind. */
  let calmAt = Number.NEGATIVE_INFINITY;

  function end(): void {
    endedAt = clock.monotonicMs();
    if (startedAt !== null && endedAt - startedAt < LONG_MS) calmAt = endedAt;
    startedAt = null;
  }

  function ageMs(): number {
    const now = clock.monotonicMs();
    if (startedAt !== null) return now - startedAt;
    startedAt = now;
    if (now - endedAt > IDLE_MS) calmAt = now;
    setImmediate(end);
    return 0;
  }

  return { ageMs, overloaded: () => ageMs() >= LONG_MS && clock.monotonicMs() - calmAt > BURST_MS };
}
