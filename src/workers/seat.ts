// One place in a pool: a thread at work on at most one job, and the next thread when that one dies, hangs, or is
// ended in the middle of a job that nobody waits for. What a job is, it does not know.
import type { Clock } from "../gateway/clock.ts";
import type { CallForWorker, FromWorker } from "./messages.ts";
import type { StartThread, Thread } from "./thread.ts";

/** Wait before another start when a thread could not even start, in milliseconds. */
const RESTART_MS = 1_000;

/**
 * Wait before a thread that was ended with its job is started anew, unless a job waits: starting costs as much as a
 * select, and a client that leaves should end the work for it, not change it. In milliseconds.
 */
const QUIET_MS = 5_000;

/** Why a thread is no more: ended by itself, took too long, or was ended with a job that nobody waited for. */
export type EndReason = "died" | "hung" | "stopped";

export interface SeatListener<Job> {
  readonly onMessage: (job: Job, message: FromWorker) => void;
  /**
   * The thread is no more.
   * @param job what it worked on; null for nothing
   * @param cause what it threw; null when it did not
   */
  readonly onLost: (job: Job | null, why: EndReason, cause: unknown) => void;
  /** The seat may be given a job. */
  readonly onFree: () => void;
  /** The thread can answer without further loading. */
  readonly onReady: () => void;
}

export interface Seat<Job> {
  /** Starts the thread ahead of the first job. */
  readonly start: () => void;
  /** Whether a job that waits will come to be worked on here. */
  readonly usable: () => boolean;
  /** Whether the last thread ended before it was ready, and none has been since. */
  readonly failing: () => boolean;
  /** Whether a job is worked on here. */
  readonly busy: () => boolean;
  /** Makes ready for a job, and says whether it can be given now. */
  readonly free: () => boolean;
  /** @param msMax longest run: beyond, the thread counts as hung */
  readonly work: (job: Job, call: CallForWorker, msMax: number) => void;
  /** Ends its job at the next stage, or the thread with it after `graceMs`. */
  readonly stop: (job: Job, reason: unknown, graceMs: number) => void;
  /** Ends the thread for good. @returns what it worked on */
  readonly close: () => Promise<Job | null>;
}

export function createSeat<Job>(startThread: StartThread, clock: Clock, listener: SeatListener<Job>): Seat<Job> {
  let thread: Thread | null = null;
  let ready = false;
  let failing = false;
  let current: Job | null = null;
  let callOffBound = () => {};
  let callOffRestart = () => {};
  /** Whether a job that waits may start a thread where there is none. */
  let startsOnDemand = true;
  let ending = Promise.resolve();

  function start(): void {
    callOffRestart();
    ready = false;
    thread = startThread({ onMessage: hear, onDeath: (cause) => lose("died", cause) });
  }

  function hear(message: FromWorker): void {
    if (message.kind === "ready") {
      ready = true;
      failing = false;
      listener.onReady();
    }
    const job = current;
    if (job === null) return;
    if (message.kind === "answered") end();
    listener.onMessage(job, message);
    if (current === null) listener.onFree();
  }

  /** The end of a job, whatever became of it. */
  function end(): void {
    callOffBound();
    current = null;
  }

  function lose(why: EndReason, cause: unknown): void {
    const job = current;
    end();
    ending = thread?.end() ?? ending;
    thread = null;
    startsOnDemand = why === "stopped";
    failing = !ready && why !== "stopped";
    if (ready && why !== "stopped") start();
    else callOffRestart = clock.after(startsOnDemand ? QUIET_MS : RESTART_MS, start);
    listener.onLost(job, why, cause);
    listener.onFree();
  }

  return {
    start,
    usable: () => thread !== null || startsOnDemand,
    failing: () => failing,
    busy: () => current !== null,
    free: () => {
      if (thread === null && startsOnDemand) start();
      return thread !== null && current === null;
    },
    work: (job, call, msMax) => {
      current = job;
      callOffBound = clock.after(msMax, () => lose("hung", null));
      thread?.send(call);
    },
    stop: (job, reason, graceMs) => {
      if (job !== current) return;
      thread?.askToStop(reason);
      callOffBound();
      callOffBound = clock.after(graceMs, () => lose("stopped", null));
    },
    close: async () => {
      const job = current;
      end();
      callOffRestart();
      startsOnDemand = false;
      await (thread?.end() ?? ending);
      return job;
    },
  };
}
