// A few worker threads behind one function: a whole request in, its reply out. Every call that is taken gets one
// answer: its reply, what a call that was stopped gets, or `unavailable`, which may be tried again; never a wrong
// one, and none is waited for longer than a bound.
import { stoppedReply, unavailable } from "../protocols/refusals.ts";
import type { WholeRequest } from "../protocols/reply.ts";
import { createLine, type Expected } from "../scheduling/line.ts";
import type { Patience } from "../scheduling/overload.ts";
import type { WorkerLoad } from "../telemetry/readings.ts";
import type { Clock } from "../time/clock.ts";
import { createCrew } from "./crew.ts";
import { answered, dispatch, putBack } from "./dispatch.ts";
import { asJob, hasBegun, hear, type Job, mayBeginAgain, type PooledCall, type PooledReply, settle } from "./job.ts";
import type { EndReason } from "./kept-thread.ts";
import type { StartThread } from "./thread.ts";

/** A call that is over gets this long to come to its next checkpoint; then its thread is ended, in milliseconds. */
const STOP_GRACE_MS = 20;

/** A call that runs longer hangs: the largest takes well under a second, on a busy machine some. In milliseconds. */
export const RUN_MS_MAX = 30_000;

/**
 * What a thread takes to start, in milliseconds. A small call that may go either way would else go to one that is still
 * starting, or was ended with a call that was given up, rather than wait a few milliseconds for the main thread.
 */
const START_MS = 300;

/** What a service has: enough for a burst, and for as many as a client with dozens of connections has. */
export const PATIENCE: Patience = { ms: 50, runs: 16 };

export interface PoolOptions {
  readonly workers: number;
  /** Calls that may wait; more are turned away. */
  readonly queueMax: number;
  /** How long calls may wait outside an overload. */
  readonly patience: Patience;
  /** Longest run of one call, in milliseconds. */
  readonly runMsMax: number;
  readonly startThread: StartThread;
  readonly onEvent: (event: PoolEvent) => void;
  readonly clock: Clock;
}

export type PoolEvent =
  | { readonly event: "worker_replaced"; readonly why: EndReason; readonly cause: unknown }
  /** What a handler threw, which callers never see. */
  | { readonly event: "fault"; readonly name: string; readonly at: string };

export interface WorkerPool {
  /** @param onAble is told when no thread can be started any more, and when one can again */
  readonly start: (onAble: (able: boolean) => void) => void;
  readonly answer: (request: WholeRequest, call: PooledCall) => Promise<PooledReply>;
  /** For a call of so many bytes that would come now; null when no thread would come to it soon. */
  readonly expected: (bytes: number) => Expected | null;
  /** Hears at once what threads have told by now, and gives those that are free what waits. */
  readonly hear: () => void;
  /** Remembers that a call of so many bytes has been turned away for want of a thread. */
  readonly turnedAway: (bytes: number) => void;
  readonly load: () => WorkerLoad;
  /** Ends every thread; calls that are left are turned away. */
  readonly close: () => Promise<void>;
}

export function createWorkerPool(options: PoolOptions): WorkerPool {
  const { workers, queueMax, patience, runMsMax, startThread, onEvent, clock } = options;
  const onGivenUp = (job: Job) => settle(job, unavailable);
  const line = createLine<Job>({ threads: workers, queueMax, patience, onGivenUp, clock });
  const replaced = { died: 0, hung: 0, stopped: 0 };
  const crew = createCrew<Job>(workers, startThread, clock, {
    onBegun: (job) => {
      line.begun(job);
      hasBegun(job, clock.monotonicMs());
    },
    onMessage: (job, message) => {
      if (message.kind === "fault") onEvent({ event: "fault", name: message.name, at: message.at });
      if (message.kind === "answered") answered(line, job);
      hear(job, message);
    },
    onLost: (job, why, cause) => {
      replaced[why] += 1;
      onEvent({ event: "worker_replaced", why, cause });
      if (job !== null) putBack(line, job, mayBeginAgain(job, why));
    },
    onReturned: (job) => putBack(line, job, true),
    onFree: assign,
  });
  let closed = false;

  function assign(): void {
    dispatch(line, crew.seats, runMsMax);
    // Whoever waits for threads that cannot start waits in vain.
    if (!crew.usable()) turnAllAway();
  }

  /** Nobody waits for this call any more: what waits is dropped, what runs gets a moment to end by itself. */
  function stop(job: Job): void {
    const { reason } = job.call.signal;
    settle(job, stoppedReply(job.request, reason));
    line.remove(job);
    crew.stop(job, reason, STOP_GRACE_MS);
  }

  function turnAllAway(): void {
    for (const job of line.clear()) settle(job, unavailable);
  }

  return {
    start: crew.start,
    answer: (request, call) => {
      if (closed) return Promise.resolve(unavailable);
      if (call.signal.aborted) return Promise.resolve(stoppedReply(request, call.signal.reason));
      return asJob(request, call, clock.monotonicMs(), stop, (job) => {
        if (line.put(job)) assign();
        else settle(job, unavailable);
      });
    },
    expected: (bytes) => {
      crew.hear();
      const then = closed || !crew.able() ? null : line.expected(bytes);
      return then === null || crew.ready() ? then : { ...then, waitMs: then.waitMs + START_MS };
    },
    hear: crew.hear,
    turnedAway: line.turnedAway,
    load: () => ({
      size: workers,
      busy: crew.busy(),
      waiting: line.waiting(),
      waitingMax: queueMax,
      replaced: { ...replaced },
    }),
    close: async () => {
      closed = true;
      turnAllAway();
      for (const lost of await crew.close()) settle(lost, unavailable);
    },
  };
}
