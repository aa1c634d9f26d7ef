// The two clocks the gateway reads, handed in so that tests can turn them.

export interface Clock {
  /** Milliseconds since 1970 UTC; may step when the machine's time is set. For days and ages. */
  readonly wallMs: () => number;
  /** Milliseconds since some start; never steps back. For rates. */
  readonly monotonicMs: () => number;
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
