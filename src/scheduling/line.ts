// The calls before one or more threads that answer one at a time: who waits and goes next, who is being answered, what
// one that comes now may expect, and who is told that it would wait for too long. Who does the work, it does not know.
import type { Clock } from "../time/clock.ts";
import { createOverload, type Patience } from "./overload.ts";
import { createQueue, type Waiting } from "./queue.ts";
import { createUnderWay } from "./under-way.ts";

export interface Expected {
  readonly waitMs: number;
  readonly runMs: number;
}

export interface Line<Job extends Waiting> {
  /** For a call of so many bytes that would come now; null when it would wait for too long. */
  readonly expected: (bytes: number) => Expected | null;
  /** False when it would wait for too long: it is turned away then, and remembered as such. */
  readonly put: (job: Job) => boolean;
  /** Puts one back that has waited before, unless too many wait. */
  readonly putBack: (job: Job) => boolean;
  /** The next one, which goes to a thread; null when nobody waits, or the next is not wanted. */
  readonly take: (wanted?: (job: Job) => boolean) => Job | null;
  /** Its thread has come to it. Until then it waits, taken or not. */
  readonly begun: (job: Job) => void;
  /** Has been answered by the thread that has come to it. */
  readonly answered: (job: Job) => void;
  /** Is no longer being answered, and says nothing of how long calls take. */
  readonly abandoned: (job: Job) => void;
  /** Waits no longer. */
  readonly remove: (job: Job) => void;
  /** Those that waited, and do so no longer. */
  readonly clear: () => readonly Job[];
  /** Remembers that a call of so many bytes has been turned away. */
  readonly turnedAway: (bytes: number) => void;
  /** The same of one for which there was no room anywhere. Where nobody waits here, this line is not why. */
  readonly noRoom: (bytes: number) => void;
  readonly waiting: () => number;
  readonly running: () => readonly Job[];
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

/**
 * Not even in a burst does a call wait behind more work than that, in milliseconds: those who sent it have given up by
 * then, or soon will. Only large calls in gzip come to it, of which many fit the bytes that may be held.
 */
const AHEAD_MS_MAX = 15_000;

export function createLine<Job extends Waiting>(options: LineOptions<Job>): Line<Job> {
  const { threads, queueMax, patience, onGivenUp, clock } = options;
  const queue = createQueue<Job>();
  const underWay = createUnderWay<Job>(clock);
  const overload = createOverload(patience, clock);

  /** What those are expected to take that wait and would go before this one, in milliseconds. */
  function aheadMs(job: Waiting): number {
    return queue.ahead(job, underWay.runMs) / threads;
  }

  function expected(bytes: number): Expected | null {
    if (queue.length() >= queueMax) return null;
    const runMs = underWay.runMs(bytes);
    if (underWay.count() < threads && queue.length() === 0) return { waitMs: 0, runMs };
    const waitsMs = aheadMs({ bytes, sinceMs: clock.monotonicMs() });
    // What runs already does not count: one large call is no overload.
    if (waitsMs > AHEAD_MS_MAX || overload.tooLong(waitsMs, runMs, queue.length())) return null;
    return { waitMs: waitsMs + underWay.leftMs() / threads, runMs };
  }

  function join(job: Job): boolean {
    if (queue.length() >= queueMax) return false;
    queue.put(job);
    overload.joined(queue.length());
    return true;
  }

  function turnedAway(bytes: number): void {
    const isFull = queue.length() >= queueMax;
    remember(bytes, isFull ? Number.POSITIVE_INFINITY : aheadMs({ bytes, sinceMs: clock.monotonicMs() }));
  }

  function remember(bytes: number, waitsMs: number): void {
    const now = clock.monotonicMs();
    const waits = queue.length();
    // Of a burst that is longer than the queue, the rest is turned away, and it is none the worse for it.
    if (!overload.tooLong(waitsMs, underWay.runMs(bytes), waits) || !overload.turnedAway()) return;
    for (const job of queue.untaken()) {
      if (!overload.tooLong(now - job.sinceMs, underWay.runMs(job.bytes), waits)) continue;
      queue.remove(job);
      onGivenUp(job);
    }
  }

  return {
    expected,
    put: (job) => {
      if (expected(job.bytes) !== null && join(job)) return true;
      turnedAway(job.bytes);
      return false;
    },
    putBack: join,
    take: queue.take,
    begun: (job) => {
      queue.remove(job);
      underWay.begun(job);
    },
    answered: underWay.answered,
    abandoned: (job) => {
      queue.remove(job);
      underWay.abandoned(job);
    },
    remove: queue.remove,
    clear: () => {
      const left = queue.untaken();
      for (const job of left) queue.remove(job);
      return left;
    },
    turnedAway,
    noRoom: (bytes) => {
      if (queue.length() > 0) remember(bytes, Number.POSITIVE_INFINITY);
    },
    waiting: queue.length,
    running: underWay.jobs,
  };
}
