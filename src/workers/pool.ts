// A few worker threads behind one function: a whole request in, its reply out. Every call that is taken gets one answer:
// its reply, what a call that was stopped gets, or `unavailable`, which may be tried again; never a wrong one, and none
// is waited for longer than a bound. Threads that die or hang are replaced.
import { availableParallelism } from "node:os";
import type { Refusal } from "../gateway/admission.ts";
import type { Call } from "../service/answer.ts";
import type { StageRecord } from "../telemetry/stage-record.ts";
import { stoppedReply } from "../wire/stopped-reply.ts";
import type { WholeReply, WholeRequest } from "../wire/whole.ts";
import type { FromWorker } from "./messages.ts";
import { createQueue } from "./queue.ts";
import type { StartThread, Thread } from "./thread.ts";

/** A call that is over gets this long to come to the end of its stage; then its thread is ended, in milliseconds. */
const STOP_GRACE_MS = 20;

/** A call that runs longer hangs: the largest takes well under a second, on a busy machine some. In milliseconds. */
const RUN_MS_MAX = 30_000;

/** Wait before another start when a thread could not even start, in milliseconds. */
const RESTART_MS = 1_000;

/** Times a call is begun: again on another thread when the first has died under it, which may have been chance. */
const ATTEMPTS_MAX = 2;

/** What a call that finds no room is asked to wait, in milliseconds. */
const RETRY_AFTER_MS = 1_000;

/** As many as leave one core to the thread with the sockets. Two on two cores are slower than one. */
export function workersByDefault(): number {
  return Math.max(1, availableParallelism() - 1);
}

export interface PoolOptions {
  readonly workers: number;
  /** Calls that may wait; more are turned away. */
  readonly queueMax: number;
  readonly startThread: StartThread;
  readonly onEvent: (event: PoolEvent) => void;
  /** Shorter bounds for tests that cannot wait for the usual. */
  readonly runMsMax?: number;
}

export type PoolEvent =
  | { readonly event: "worker_replaced"; readonly why: "died" | "hung" | "stopped"; readonly cause: unknown }
  /** What a handler threw, which callers never see. */
  | { readonly event: "fault"; readonly name: string; readonly stack: string };

/** What a pool needs to know of a call, and whom it tells. */
export type PooledCall = Pick<Call, "caller" | "signal" | "report"> & {
  readonly stageRan: (record: StageRecord) => void;
  /** It has waited so long for a thread. */
  readonly queued: (milliseconds: number) => void;
};

export interface WorkerPool {
  readonly start: () => void;
  readonly answer: (request: WholeRequest, call: PooledCall) => Promise<WholeReply | Refusal>;
  /** Calls that wait for a thread. */
  readonly waiting: () => number;
  /** Ends every thread; calls that are left are turned away. */
  readonly close: () => Promise<void>;
}

interface Job {
  readonly bytes: number;
  readonly sinceMs: number;
  readonly request: WholeRequest;
  readonly call: PooledCall;
  readonly settle: (reply: WholeReply | Refusal) => void;
  attempts: number;
  seat: Seat | null;
  settled: boolean;
}

interface Seat {
  readonly thread: Thread;
  ready: boolean;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
}

const unavailable: Refusal = { refused: "unavailable", retryAfterMs: RETRY_AFTER_MS };

export function createWorkerPool(options: PoolOptions): WorkerPool {
  const { workers, queueMax, startThread, onEvent, runMsMax = RUN_MS_MAX } = options;
  const queue = createQueue<Job>(queueMax);
  const seats = new Set<Seat>();
  const ends = new Set<Promise<void>>();
  const restarts = new Set<NodeJS.Timeout>();
  let closed = false;

  function open(): void {
    const thread = startThread({
      onMessage: (message) => hear(seat, message),
      onDeath: (cause) => replace(seat, "died", cause),
    });
    const seat: Seat = { thread, ready: false, job: null, timer: undefined };
    seats.add(seat);
    assign();
  }

  function assign(): void {
    for (const seat of seats) {
      if (seat.job !== null) continue;
      const job = queue.take(performance.now());
      if (job === null) return;
      begin(seat, job);
    }
  }

  function begin(seat: Seat, job: Job): void {
    seat.job = job;
    job.seat = seat;
    job.attempts += 1;
    seat.timer = setTimeout(() => replace(seat, "hung", null), runMsMax);
    job.call.queued(performance.now() - job.sinceMs);
    seat.thread.send({ request: job.request, caller: job.call.caller });
  }

  function hear(seat: Seat, message: FromWorker): void {
    const { job } = seat;
    if (message.kind === "ready") seat.ready = true;
    else if (message.kind === "fault") onEvent({ event: "fault", name: message.name, stack: message.stack });
    else if (job === null) return;
    else if (message.kind === "facts") job.call.report(message.facts);
    else if (message.kind === "stage") job.call.stageRan(message.record);
    else {
      clearTimeout(seat.timer);
      seat.job = null;
      settle(job, message.reply);
      assign();
    }
  }

  function replace(seat: Seat, why: "died" | "hung" | "stopped", cause: unknown): void {
    clearTimeout(seat.timer);
    seats.delete(seat);
    track(seat.thread.end());
    if (closed) return;
    onEvent({ event: "worker_replaced", why, cause });
    const { job } = seat;
    if (seat.ready || why === "stopped") open();
    else restartLater();
    if (job === null || job.settled) return;
    job.seat = null;
    const again = why === "died" && job.attempts < ATTEMPTS_MAX && seats.size > 0 && queue.put(job);
    if (again) assign();
    else settle(job, unavailable);
  }

  /** A thread that cannot start will not at once either. Nobody is left waiting for it. */
  function restartLater(): void {
    const timer = setTimeout(() => {
      restarts.delete(timer);
      open();
    }, RESTART_MS);
    restarts.add(timer);
    if (seats.size === 0) turnAllAway();
  }

  function turnAllAway(): void {
    for (let job = queue.take(0); job !== null; job = queue.take(0)) settle(job, unavailable);
  }

  function settle(job: Job, reply: WholeReply | Refusal): void {
    if (job.settled) return;
    job.settled = true;
    job.settle(reply);
  }

  /** Nobody waits for this call any more: what waits is dropped, what runs gets a moment to end by itself. */
  function stop(job: Job): void {
    const { seat, call, request } = job;
    if (job.settled) return;
    settle(job, stoppedReply(request, call.signal.reason));
    queue.remove(job);
    if (seat === null) return;
    seat.thread.askToStop(call.signal.reason);
    clearTimeout(seat.timer);
    seat.timer = setTimeout(() => replace(seat, "stopped", null), STOP_GRACE_MS);
  }

  function track(end: Promise<void>): void {
    ends.add(end);
    end.finally(() => ends.delete(end));
  }

  return {
    start: () => {
      for (let started = 0; started < workers; started++) open();
    },
    answer: (request, call) => {
      if (closed) return Promise.resolve(unavailable);
      if (call.signal.aborted) return Promise.resolve(stoppedReply(request, call.signal.reason));
      return new Promise((resolve) => {
        const settleWith = (reply: WholeReply | Refusal) => {
          call.signal.removeEventListener("abort", onAbort);
          resolve(reply);
        };
        const job: Job = {
          bytes: request.body.length,
          sinceMs: performance.now(),
          request,
          call,
          settle: settleWith,
          attempts: 0,
          seat: null,
          settled: false,
        };
        const onAbort = () => stop(job);
        call.signal.addEventListener("abort", onAbort);
        if (queue.put(job)) assign();
        else settle(job, unavailable);
      });
    },
    waiting: queue.length,
    close: async () => {
      closed = true;
      for (const timer of restarts) clearTimeout(timer);
      turnAllAway();
      for (const { thread, job, timer } of seats) {
        clearTimeout(timer);
        if (job !== null) settle(job, unavailable);
        track(thread.end());
      }
      seats.clear();
      await Promise.all(ends);
    },
  };
}
