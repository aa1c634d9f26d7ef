// Time on the main thread: three clocks and a timer, passed in so that tests and the simulation can set them. Also a
// promise with a time limit.

export interface Clock {
  /** Milliseconds since 1970 UTC; may step when the machine's time is set. For days and ages. */
  readonly wallMs: () => number;
  /** Milliseconds since some start; never steps back. For rates. */
  readonly monotonicMs: () => number;
  /** Milliseconds of processor time that this thread has used. For the cost of a call. */
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

/** Milliseconds of processor time that all threads of this process have used. */
export function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
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

/**
 * The promise's own outcome, or `late` after this many milliseconds. A result that arrived while the thread was busy is
 * not late, because sockets are read before the wait ends.
 */
export function within<Answer>(clock: Clock, milliseconds: number, asked: Promise<Answer>): Promise<Answer | "late"> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => setImmediate(() => resolve("late")));
    asked.finally(cancel).then(resolve, reject);
  });
}
