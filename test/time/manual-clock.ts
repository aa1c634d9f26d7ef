// A clock that stops until a test advances it, and then runs the timers that are due, in order.
import type { Clock } from "../../src/time/clock.ts";

export interface ManualClock extends Clock {
  /** Advances both clocks. */
  readonly pass: (ms: number) => void;
  /** Sets the wall clock, as an operator or NTP would; the monotonic clock does not change. */
  readonly setWall: (wallMs: number) => void;
  /** Milliseconds until the next timer is due; null if none is set. */
  readonly untilNext: () => number | null;
}

export function manualClock(start: string): ManualClock {
  let wall = Date.parse(start);
  let monotonic = 0;
  const timers = new Set<{ readonly dueMs: number; readonly work: () => void }>();

  function next() {
    let first: { readonly dueMs: number; readonly work: () => void } | null = null;
    for (const timer of timers) if (first === null || timer.dueMs < first.dueMs) first = timer;
    return first;
  }
  function turn(ms: number): void {
    wall += ms;
    monotonic += ms;
  }

  return {
    wallMs: () => wall,
    monotonicMs: () => monotonic,
    cpuMs: () => monotonic,
    after: (milliseconds, work) => {
      const timer = { dueMs: monotonic + Math.max(0, milliseconds), work };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass: (ms) => {
      const until = monotonic + ms;
      for (let timer = next(); timer !== null && timer.dueMs <= until; timer = next()) {
        timers.delete(timer);
        turn(Math.max(0, timer.dueMs - monotonic));
        timer.work();
      }
      turn(until - monotonic);
    },
    setWall: (wallMs) => {
      wall = wallMs;
    },
    untilNext: () => {
      const timer = next();
      return timer === null ? null : Math.max(0, timer.dueMs - monotonic);
    },
  };
}
