// Calls that wait for a worker: the smallest first, so that a call of 100 kB does not stand behind one of 6 MB, but
// none is overtaken for longer than a bound. Values in, values out; the time is handed in.

export interface Waiting {
  readonly bytes: number;
  /** When it came, in milliseconds on the clock that `take` is asked with. */
  readonly sinceMs: number;
}

export interface Queue<Job extends Waiting> {
  /** False, and nothing put, when the queue is full. */
  readonly put: (job: Job) => boolean;
  readonly take: (nowMs: number) => Job | null;
  readonly remove: (job: Job) => void;
  readonly length: () => number;
}

/** How long a call lets smaller ones go first, in milliseconds. */
const PATIENCE_MS = 1_000;

export function createQueue<Job extends Waiting>(lengthMax: number): Queue<Job> {
  const waiting = new Set<Job>();
  function next(nowMs: number): Job | undefined {
    const [oldest] = waiting;
    if (oldest === undefined || nowMs - oldest.sinceMs > PATIENCE_MS) return oldest;
    let smallest = oldest;
    for (const job of waiting) if (job.bytes < smallest.bytes) smallest = job;
    return smallest;
  }
  return {
    put: (job) => {
      if (waiting.size >= lengthMax) return false;
      waiting.add(job);
      return true;
    },
    take: (nowMs) => {
      const job = next(nowMs);
      if (job === undefined) return null;
      waiting.delete(job);
      return job;
    },
    remove: (job) => {
      waiting.delete(job);
    },
    length: () => waiting.size,
  };
}
