// One slot of the worker pool. Its thread works on one job. The slot may send a short job in advance, so that the
// thread need not wait for the main thread in between. The slot replaces a thread that dies, hangs, or is ended with a
// cancelled job. It does not know what a job is.
import type { EndReason } from "../telemetry/readings.ts";
import type { Clock } from "../time/clock.ts";
import type { CallForWorker, FromWorker } from "./messages.ts";
import { CALLS_HELD_MAX, type StartThread, type Thread } from "./thread.ts";

/** How long to wait before another start if a thread could not even start, in milliseconds. */
const RESTART_MS = 1_000;

/**
 * How long to wait before replacing a thread that was ended with its job, unless another job needs the thread. A start
 * costs as much as a select of 5.5 MB, so clients that leave must not cause one each. In milliseconds.
 */
const STOPPED_RESTART_MS = 5_000;

interface WorkerSlotListener<Job> {
  /** The thread has started this job. */
  readonly onBegun: (job: Job) => void;
  readonly onMessage: (job: Job, message: FromWorker) => void;
  /**
   * The thread has ended.
   * @param job the job that it worked on; null if there was none
   * @param cause what it threw; null if it threw nothing
   */
  readonly onLost: (job: Job | null, why: EndReason, cause: unknown) => void;
  /** The thread has ended before it started this job. */
  readonly onReturned: (job: Job) => void;
  /** The slot can take a job. */
  readonly onFree: () => void;
  /** The thread has loaded its code. */
  readonly onReady: () => void;
}

export interface WorkerSlot<Job> {
  /** Starts a thread if there is none and no delay forbids it. */
  readonly start: () => void;
  /** Whether a waiting job will run here, because there is a thread or the job may start one. */
  readonly usable: () => boolean;
  /** Whether the thread has loaded its code. */
  readonly ready: () => boolean;
  /** Whether the last thread ended before it was ready, and no thread has become ready since. */
  readonly failing: () => boolean;
  /** Whether a job is running here. */
  readonly busy: () => boolean;
  /** Whether the slot can take a job now. */
  readonly free: () => boolean;
  /** Receives at once what the thread has sent so far. */
  readonly poll: () => void;
  /** The running job if a short one can already be sent after it; otherwise null. */
  readonly takesAhead: () => Job | null;
  readonly work: (job: Job, call: Omit<CallForWorker, "stopCell">, run: Run) => void;
  /**
   * Ends the job at its next checkpoint, or ends the thread with it after `graceMs`. A thread that is still starting
   * continues: it has not started the job, and if every start were ended, no job would ever run.
   */
  readonly stop: (job: Job, reason: unknown, graceMs: number) => void;
  /** Ends the thread for good. @returns the jobs it held */
  readonly close: () => Promise<readonly Job[]>;
}

interface Run {
  /** The longest run, in milliseconds. After that, the thread counts as hung. */
  readonly msMax: number;
  /** True if the job is so short that waiting for the next one would take a noticeable share of the time. */
  readonly brief: boolean;
}

interface Held<Job> {
  readonly job: Job;
  readonly stopCell: number;
  readonly run: Run;
}

export function createWorkerSlot<Job>(
  startThread: StartThread,
  clock: Clock,
  listener: WorkerSlotListener<Job>,
): WorkerSlot<Job> {
  let thread: Thread | null = null;
  let ready = false;
  let failing = false;
  /** Whether a waiting job may start a thread if there is none. */
  let startsOnDemand = true;
  let cancelRestart = () => {};
  let ending = Promise.resolve();
  let current: Held<Job> | null = null;
  /** Sent but not started. */
  let next: Held<Job> | null = null;
  let stopCell = 0;
  let cancelTimeout = () => {};

  function start(): void {
    cancelRestart();
    ready = false;
    thread = startThread({ onMessage: receive, onDeath: (cause) => lose("died", cause) });
  }

  function receive(message: FromWorker): void {
    if (message.kind === "ready") {
      [ready, failing] = [true, false];
      listener.onReady();
    }
    if (current === null) return;
    const { job } = current;
    const answered = message.kind === "answered";
    if (answered) end();
    listener.onMessage(job, message);
    if (!answered) return;
    if (next !== null) begin(next);
    listener.onFree();
  }

  function begin(held: Held<Job>): void {
    [current, next] = [held, null];
    cancelTimeout = clock.after(held.run.msMax, () => lose("hung", null));
    listener.onBegun(held.job);
  }

  /** The end of a job, with or without an answer. */
  function end(): void {
    cancelTimeout();
    current = null;
  }

  function lose(why: EndReason, cause: unknown): void {
    const [job, following] = [current?.job ?? null, next];
    end();
    next = null;
    replaceThread(why);
    listener.onLost(job, why, cause);
    if (following !== null) listener.onReturned(following.job);
    listener.onFree();
  }

  function replaceThread(why: EndReason): void {
    ending = thread?.end() ?? ending;
    thread = null;
    startsOnDemand = why === "stopped";
    failing = !ready && why !== "stopped";
    if (ready && why !== "stopped") start();
    else cancelRestart = clock.after(startsOnDemand ? STOPPED_RESTART_MS : RESTART_MS, start);
  }

  return {
    start: () => {
      if (thread === null && startsOnDemand) start();
    },
    usable: () => thread !== null || startsOnDemand,
    ready: () => thread !== null && ready,
    failing: () => failing,
    busy: () => current !== null,
    free: () => thread !== null && current === null,
    poll: () => {
      if (current !== null) thread?.poll();
    },
    takesAhead: () => (thread !== null && current?.run.brief === true && next === null ? current.job : null),
    work: (job, call, run) => {
      stopCell = (stopCell + 1) % CALLS_HELD_MAX;
      const held = { job, stopCell, run };
      if (current === null) begin(held);
      else next = held;
      thread?.send({ ...call, stopCell });
    },
    stop: (job, reason, graceMs) => {
      if (job === next?.job) thread?.askToStop(next.stopCell, reason);
      if (job !== current?.job) return;
      thread?.askToStop(current.stopCell, reason);
      if (thread === null || !ready) return;
      cancelTimeout();
      cancelTimeout = clock.after(graceMs, () => lose("stopped", null));
    },
    close: async () => {
      const held = [current, next].flatMap((each) => (each === null ? [] : [each.job]));
      end();
      next = null;
      cancelRestart();
      startsOnDemand = false;
      await (thread?.end() ?? ending);
      return held;
    },
  };
}
