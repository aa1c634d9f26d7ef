// A clock that stands still until a test turns it.
import type { Clock } from "../../src/gateway/clock.ts";

export interface ManualClock extends Clock {
  /** Lets time pass on both clocks. */
  readonly pass: (ms: number) => void;
  /** Sets the wall clock, as an operator or NTP would; the monotonic clock does not notice. */
  readonly setWall: (wallMs: number) => void;
}

export function manualClock(start: string): ManualClock {
  let wall = Date.parse(start);
  let monotonic = 0;
  return {
    wallMs: () => wall,
    monotonicMs: () => monotonic,
    pass: (ms) => {
      wall += ms;
      monotonic += ms;
    },
    setWall: (wallMs) => {
      wall = wallMs;
    },
  };
}
