// The main thread as one that answers calls. Before it starts a call, it reads from the network until nothing new
// arrives. So calls wait in the queue, where they are counted, and not in the kernel, where they are not.
import type { Clock } from "../time/clock.ts";
import { takeOut } from "./take-out.ts";

export interface MainThread<Job> {
  /** A request has been read. */
  readonly arrived: () => void;
  /** A call waits that this thread may take. */
  readonly schedule: () => void;
  readonly running: () => readonly Job[];
}

export interface MainThreadOptions<Job> {
  /** The next call to begin now; null for none. */
  readonly take: () => Job | null;
  /** Answers one. Never rejects. */
  readonly run: (job: Job) => Promise<void>;
  /** The expected cost of a call, in milliseconds. */
  readonly costMs: (job: Job) => number;
  /** Whether any call waits that this thread may take. */
  readonly waits: () => boolean;
  readonly clock: Clock;
}

/**
 * Longest time for reading from the network between two calls, in milliseconds. One turn of the event loop accepts a
 * few new connections, and their requests come with the next; a flood of what is rejected must not keep the thread from
 * answering any.
 */
const READING_MS_MAX = 2;

/**
 * Calls start in the same turn of the event loop until their total cost reaches this. Their responses are then written
 * together and the next requests read together, which saves each of four 2 kB calls a fifth of its processor time.
 */
const TURN_MS = 2;

export function createMainThread<Job>(options: MainThreadOptions<Job>): MainThread<Job> {
  const { take, run, costMs, waits, clock } = options;
  const running: Job[] = [];
  let scheduled = false;
  let arrivedSince = false;
  /** When the thread began to read from the network after a call; null while it does not. */
  let readsSince: number | null = null;
  /** The cost of the calls that may still start in this turn, in milliseconds. */
  let leftMs = 0;

  function schedule(): void {
    if (scheduled || !waits()) return;
    scheduled = true;
    setImmediate(turn);
  }

  function turn(): void {
    scheduled = false;
    if (!mayReadOn()) {
      leftMs = TURN_MS;
      // Until a running call ends.
      if (!beginNext()) return;
    }
    schedule();
  }

  function mayReadOn(): boolean {
    const now = clock.monotonicMs();
    readsSince ??= now;
    const readsOn = arrivedSince && now - readsSince < READING_MS_MAX;
    arrivedSince = false;
    if (!readsOn) readsSince = null;
    return readsOn;
  }

  function beginNext(): boolean {
    const job = take();
    if (job === null) return false;
    leftMs -= costMs(job);
    running.push(job);
    void run(job).then(() => end(job));
    return true;
  }

  function end(job: Job): void {
    takeOut(running, job);
    if (leftMs <= 0 || !beginNext()) schedule();
  }

  return {
    arrived: () => {
      arrivedSince = true;
    },
    schedule,
    running: () => running,
  };
}
