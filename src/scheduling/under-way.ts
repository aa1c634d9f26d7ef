// The calls that threads are answering: since when each has its thread, how long it will still take, and what those
// that are answered teach of how long calls take (pace.ts).
import type { Clock } from "../time/clock.ts";
import { createPace } from "./pace.ts";
import type { Waiting } from "./queue.ts";
import { takeOut } from "./take-out.ts";

export interface UnderWay<Job extends Waiting> {
  readonly begun: (job: Job) => void;
  /** Has been answered; nothing if it had not begun. */
  readonly answered: (job: Job) => void;
  /** Is no longer being answered, and says nothing of how long calls take. */
  readonly abandoned: (job: Job) => void;
  readonly jobs: () => readonly Job[];
  readonly count: () => number;
  /** What a call of so many bytes is expected to take, in milliseconds. */
  readonly runMs: (bytes: number) => number;
  /** What all of them are expected to take still, together, in milliseconds. */
  readonly leftMs: () => number;
}

interface Running<Job> {
  readonly job: Job;
  readonly beganMs: number;
}

/**
 * What a call may still take is never thought to be less than what it has taken, up to so many times what calls of its
 * size do. Some large ones take ten times as long as others: small calls that were sent to a thread behind one, for the
 * few milliseconds that it seemed to have left, waited for a second. And a call that has stood still because its thread
 * did, a tenth of a second for two milliseconds of work, is no reason to send others away.
 */
const AS_LONG_AGAIN_MAX = 3;

export function createUnderWay<Job extends Waiting>(clock: Clock): UnderWay<Job> {
  const pace = createPace();
  const running: Running<Job>[] = [];
  /** When a thread last came free, in milliseconds. */
  let freeMs = Number.NEGATIVE_INFINITY;

  function end(job: Job): Running<Job> | undefined {
    freeMs = clock.monotonicMs();
    const ended = running.find((each) => each.job === job);
    if (ended !== undefined) takeOut(running, ended);
    return ended;
  }

  return {
    begun: (job) => {
      // What a thread does between two calls keeps those waiting who wait for it.
      running.push({ job, beganMs: Math.max(freeMs, job.sinceMs) });
    },
    answered: (job) => {
      const ran = end(job);
      if (ran !== undefined) pace.learn(job.bytes, freeMs - ran.beganMs);
    },
    abandoned: end,
    jobs: () => running.map(({ job }) => job),
    count: () => running.length,
    runMs: pace.runMs,
    leftMs: () => {
      const now = clock.monotonicMs();
      let sum = 0;
      for (const { job, beganMs } of running) {
        const ranMs = now - beganMs;
        const runMs = pace.runMs(job.bytes);
        sum += Math.max(runMs - ranMs, Math.min(ranMs, AS_LONG_AGAIN_MAX * runMs));
      }
      return sum;
    },
  };
}
