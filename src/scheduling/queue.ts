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
  /** The next one, unless it is not wanted. It goes to a thread, and waits still until that has come to it. */
  readonly take: (wanted?: (job: Job) => boolean) => Job | null;
  /** Waits no longer, taken or not. */
  readonly remove: (job: Job) => void;
  /** How many wait. */
  readonly length: () => number;
  /** Those that wait and are not taken. */
  readonly untaken: () => readonly Job[];
  /**
   * What those come to together that are taken, or would be before this one, whether or not it is in the queue. Asked
   * several times a call, so it makes no list: of 250 that wait that took 6 us, and takes 2.
   */
  readonly ahead: (job: Waiting, eachIs: (bytes: number) => number) => number;
}

/** A fifth of a second for a mebibyte, 1.2 s for the largest call. In milliseconds a byte. */
const PATIENCE_MS = 200 / (1024 * 1024);

/** The call with the lowest goes first; it never changes, so nobody is overtaken for ever. */
function turnOf({ bytes, sinceMs }: Waiting): number {
  return sinceMs + bytes * PATIENCE_MS;
}

export function createQueue<Job extends Waiting>(): Queue<Job> {
  const untaken: Job[] = [];
  /** With a thread that has not come to them. */
  const taken: Job[] = [];
  return {
    put: (job) => {
      untaken.push(job);
    },
    take: (wanted = () => true) => {
      let [next] = untaken;
      if (next === undefined) return null;
      for (const job of untaken) if (turnOf(job) < turnOf(next)) next = job;
      if (!wanted(next)) return null;
      takeOut(untaken, next);
      taken.push(next);
      return next;
    },
    remove: (job) => {
      if (!takeOut(taken, job)) takeOut(untaken, job);
    },
    length: () => taken.length + untaken.length,
    untaken: () => [...untaken],
    ahead: (job, eachIs) => {
      const turn = turnOf(job);
      let all = 0;
      for (const { bytes } of taken) all += eachIs(bytes);
      for (const other of untaken) if (turnOf(other) <= turn) all += eachIs(other.bytes);
      return all;
    },
  };
}
