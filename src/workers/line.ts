// The calls before one or more threads that answer one at a time: who waits and goes next, who is being answered, what
// one that comes now may expect, and who is told that it would wait for too long. Who does the work, it does not know.
import type { Clock } from "../gateway/clock.ts";
import { createOverload, type Patience } from "./overload.ts";
import { createPace } from "./pace.ts";
import { createQueue, type Waiting } from "./queue.ts";
import { takeOut } from "./take-out.ts";

export interface Expected {
  readonly waitMs: number;
  readonly runMs: number;
}

export interface Line<Job extends Waiting> {
  /** For a call of so many bytes that would come now; null when it would wait for too long. */
  readonly expected: (bytes: number) => Expected | null;
  /** False, and nothing put, when it would wait for too long. */
  readonly put: (job: Job) => boolean;
  /** Puts one back that has waited before, unless too many wait. */
  readonly putBack: (job: Job) => boolean;
  /** The next one, which goes to a thread; null when nobody waits, or the next is not wanted. */
  readonly take: (wanted?: (job: Job) => boolean) => Job | null;
  /** Its thread has come to it. Until then it waits, taken or not. */
  readonly begun: (job: Job) => void;
  /** Has been answered by its thread. */
  readonly answered: (job: Job) => void;
  /** Is no longer being answered, and says nothing of how long calls take. */
  readonly abandoned: (job: Job) => void;
  /** Waits no longer. */
  readonly remove: (job: Job) => void;
  /** Those that waited, and do so no longer. */
  readonly clear: () => readonly Job[];
  /** Remembers that a call of so many bytes has been turned away. */
  readonly turnedAway: (bytes: number) => void;
  readonly waiting: () => number;
  readonly running: () => readonly Job[];
}

interface Running<Job> {
  readonly job: Job;
  readonly beganMs: number;
}

export interface LineOptions<Job> {
  readonly threads: number;
  /** Calls that may wait, whatever they may expect. */
  readonly queueMax: number;
  /** How long calls may wait outside an overload. */
  readonly patience: Patience;
  /** Is told of calls that wait when an overload begins: they would only be answered late. */
  readonly onGivenUp: (job: Job) => void;
  readonly clock: Clock;
}

export function createLine<Job extends Waiting>(options: LineOptions<Job>): Line<Job> {
  const { threads, queueMax, patience, onGivenUp, clock } = options;
  const queue = createQueue<Job>();
  const taken: Job[] = [];
  const overload = createOverload(patience, clock);
  const pace = createPace();
  const running: Running<Job>[] = [];
  /** When a thread last came free, in milliseconds. */
  let freeMs = Number.NEGATIVE_INFINITY;

  function runMsOf({ bytes }: Waiting): number {
    return pace.runMs(bytes);
  }

  function waiting(): number {
    return queue.length() + taken.length;
  }

  function aheadMs(job: Waiting): number {
    return [...taken, ...queue.ahead(job)].reduce((sum, other) => sum + runMsOf(other), 0) / threads;
  }

  function expected(bytes: number): Expected | null {
    if (waiting() >= queueMax) return null;
    const runMs = pace.runMs(bytes);
    if (running.length < threads && waiting() === 0) return { waitMs: 0, runMs };
    const now = clock.monotonicMs();
    const waitsMs = aheadMs({ bytes, sinceMs: now });
    // What runs already does not count: one large call is no overload.
    if (overload.tooLong(waitsMs, runMs, waiting())) return null;
    let runningMs = 0;
    for (const { job, beganMs } of running) {
      const ranMs = now - beganMs;
      const leftMs = runMsOf(job) - ranMs;
      // Of one that takes longer than expected nobody knows: as long again is as good a guess as any.
      runningMs += leftMs < 0 ? ranMs : leftMs;
    }
    return { waitMs: waitsMs + runningMs / threads, runMs };
  }

  function end(job: Job): Running<Job> | undefined {
    freeMs = clock.monotonicMs();
    takeOut(taken, job);
    const ended = running.find((each) => each.job === job);
    if (ended !== undefined) takeOut(running, ended);
    return ended;
  }

  function join(job: Job): boolean {
    if (waiting() >= queueMax) return false;
    queue.put(job);
    overload.joined(waiting());
    return true;
  }

  function turnedAway(bytes: number): void {
    const now = clock.monotonicMs();
    const waits = waiting();
    const waitsMs = waits >= queueMax ? Number.POSITIVE_INFINITY : aheadMs({ bytes, sinceMs: now });
    // Of a burst that is longer than the queue, the rest is turned away, and it is none the worse for it.
    if (!overload.tooLong(waitsMs, pace.runMs(bytes), waits) || !overload.turnedAway()) return;
    for (const job of queue.all()) {
      if (!overload.tooLong(now - job.sinceMs, runMsOf(job), waits)) continue;
      queue.remove(job);
      onGivenUp(job);
    }
  }

  return {
    expected,
    put: (job) => expected(job.bytes) !== null && join(job),
    putBack: join,
    take: (wanted) => {
      const job = queue.take(wanted);
      if (job !== null) taken.push(job);
      return job;
    },
    begun: (job) => {
      takeOut(taken, job);
      // What a thread does between two calls keeps those waiting who wait for it.
      running.push({ job, beganMs: Math.max(freeMs, job.sinceMs) });
    },
    answered: (job) => {
      const ran = end(job);
      if (ran !== undefined) pace.learn(job.bytes, freeMs - ran.beganMs);
    },
    abandoned: end,
    remove: (job) => {
      takeOut(taken, job);
      queue.remove(job);
    },
    clear: () => {
      const left = queue.all();
      for (const job of left) queue.remove(job);
      return left;
    },
    turnedAway,
    waiting,
    running: () => running.map(({ job }) => job),
  };
}
