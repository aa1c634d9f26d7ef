// Time as callers may be held to it. What passes while this thread can do nothing is no caller's: bodies have arrived
// meanwhile that nobody could read. Milliseconds from a fixed point.
import type { Clock } from "../../time/clock.ts";

export interface UnblockedTime {
  readonly now: () => number;
  readonly stop: () => void;
}

/** @param onLook is told of the time again and again: one timer for all, where one each would cost small calls */
export function createUnblockedTime(everyMs: number, clock: Clock, onLook: (now: number) => void): UnblockedTime {
  let blockedMs = 0;
  let lookedAt = clock.monotonicMs();
  let callOff = clock.after(everyMs, look);
  const now = () => clock.monotonicMs() - blockedMs;

  function look(): void {
    const looksAt = clock.monotonicMs();
    blockedMs += Math.max(0, looksAt - lookedAt - everyMs);
    lookedAt = looksAt;
    callOff = clock.after(everyMs, look);
    onLook(now());
  }

  return { now, stop: () => callOff() };
}
