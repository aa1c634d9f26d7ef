// Time as everything on the thread with the sockets knows it: two clocks and a timer, handed in so that tests and the
// simulation can turn them.

export interface Clock {
  /** Milliseconds since 1970 UTC; may step when the machine's time is set. For days and ages. */
  readonly wallMs: () => number;
  /** Milliseconds since some start; never steps back. For rates. */
  readonly monotonicMs: () => number;
  /** Milliseconds of processor time that this thread has used. For what a call costs. */
  readonly cpuMs: () => number;
  /**
   * Runs `work` once, so many milliseconds from now, unless it is called off. The wait alone keeps no process alive.
   * @returns what calls it off
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
