// Calls that wait for a thread. A small one goes ahead of a large one, so that a call of 100 kB does not stand behind
// one of 6 MB, but a call lets only those go first that come within about the time it takes itself. Values only.
import { takeOut } from "./take-out.ts";

export interface Waiting {
  readonly bytes: number;
  /** When it came, in milliseconds. */
  readonly sinceMs: number;
}

export interface Queue<Job extends Waiting> {
  readonly put: (job: Job) => void;
  /** The next one, unless it is not wanted. */
  readonly take: (wanted?: (job: Job) => boolean) => Job | null;
  readonly remove: (job: Job) => void;
  readonly length: () => number;
  readonly all: () => readonly Job[];
  /** Those that would be taken before this one, whether or not it is in the queue. */
  readonly ahead: (job: Waiting) => readonly Job[];
}

/** 1.2 s for the largest call, in milliseconds a byte. */
const PATIENCE_MS = 1_200 / (6 * 1024 * 1024);

/** The call with the lowest goes first; it never changes, so nobody is overtaken for ever. */
function turnOf({ bytes, sinceMs }: Waiting): number {
  return sinceMs + bytes * PATIENCE_MS;
}

export function createQueue<Job extends Waiting>(): Queue<Job> {
  const waiting: Job[] = [];
  return {
    put: (job) => {
      waiting.push(job);
    },
    take: (wanted = () => true) => {
      let [next] = waiting;
      if (next === undefined) return null;
      for (const job of waiting) if (turnOf(job) < turnOf(next)) next = job;
      if (!wanted(next)) return null;
      takeOut(waiting, next);
      return next;
    },
    remove: (job) => {
      takeOut(waiting, job);
    },
    length: () => waiting.length,
    all: () => [...waiting],
    ahead: (job) => waiting.filter((other) => turnOf(other) <= turnOf(job)),
  };
}
