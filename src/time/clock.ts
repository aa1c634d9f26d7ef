// Time on the main thread: three clocks and a timer, passed in so that tests and the simulation can set them.

export interface Clock {
  /** Milliseconds since 1970 UTC; may step when the machine's time is set. For days and ages. */
  readonly wallMs: () => number;
  /** Milliseconds since some start; never steps back. For rates. */
  readonly monotonicMs: () => number;
  /** Milliseconds of processor time that this thread has used. For what a call costs. */
  readonly cpuMs: () => number;
  /**
   * Runs `work` once after this many milliseconds, unless cancelled. The timer does not keep the process alive.
   * @returns a function that cancels it
   */
  readonly after: (milliseconds: number, work: () => void) => () => void;
}

export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  cpuMs: threadCpuMs,
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
