// One place in a pool: a thread at work on one job, with at most one brief job behind a brief one, so that it need not
// wait for the main thread in between; and the next thread when that one dies, hangs, or is ended in the middle of a
// job that nobody waits for. What a job is, it does not know.
import type { Clock } from "../gateway/clock.ts";
import type { CallForWorker, FromWorker } from "./messages.ts";
import { SLOTS, type StartThread, type Thread } from "./thread.ts";

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
  /** The thread has come to it. */
  readonly onBegun: (job: Job) => void;
  readonly onMessage: (job: Job, message: FromWorker) => void;
  /**
   * The thread is no more.
   * @param job what it worked on; null for nothing
   * @param cause what it threw; null when it did not
   */
  readonly onLost: (job: Job | null, why: EndReason, cause: unknown) => void;
  /** The thread is no more, and had not come to this one. */
  readonly onReturned: (job: Job) => void;
  /** The seat may be given a job. */
  readonly onFree: () => void;
  /** The thread can answer without further loading. */
  readonly onReady: () => void;
}

export interface Seat<Job> {
  /** Starts a thread ahead of the first job, where there is none. */
  readonly start: () => void;
  /** Whether a job that waits will come to be worked on here. */
  readonly usable: () => boolean;
  /** Whether the last thread ended before it was ready, and none has been since. */
  readonly failing: () => boolean;
  /** Whether a job is worked on here. */
  readonly busy: () => boolean;
  /** Makes ready for a job, and says whether it can be given now. */
  readonly free: () => boolean;
  /** Whether a brief job may be given already, behind the one that is worked on. */
  readonly takesAhead: () => boolean;
  readonly work: (job: Job, call: Omit<CallForWorker, "slot">, run: Run) => void;
  /**
   * Ends its job at the next checkpoint, or the thread with it after `graceMs`. A thread that is still starting goes
   * on: it has not come to the job, and ended again and again it would never come to anybody's.
   */
  readonly stop: (job: Job, reason: unknown, graceMs: number) => void;
  /** Ends the thread for good. @returns what it held */
  readonly close: () => Promise<readonly Job[]>;
}

export interface Run {
  /** The longest, in milliseconds: beyond, the thread counts as hung. */
  readonly msMax: number;
  /** So short that waiting for the next job would be felt. */
  readonly brief: boolean;
}

interface Held<Job> {
  readonly job: Job;
  readonly slot: number;
  readonly run: Run;
}

export function createSeat<Job>(startThread: StartThread, clock: Clock, listener: SeatListener<Job>): Seat<Job> {
  let thread: Thread | null = null;
  let ready = false;
  let failing = false;
  let current: Held<Job> | null = null;
  /** Sent, and not begun. */
  let next: Held<Job> | null = null;
  let slot = 0;
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
    callOffBound = clock.after(held.run.msMax, () => lose("hung", null));
    listener.onBegun(held.job);
  }

  /** The end of a job, whatever became of it. */
  function end(): void {
    callOffBound();
    current = null;
  }

  function lose(why: EndReason, cause: unknown): void {
    const [job, following] = [current?.job ?? null, next];
    end();
    next = null;
    ending = thread?.end() ?? ending;
    thread = null;
    startsOnDemand = why === "stopped";
    failing = !ready && why !== "stopped";
    if (ready && why !== "stopped") start();
    else callOffRestart = clock.after(startsOnDemand ? QUIET_MS : RESTART_MS, start);
    listener.onLost(job, why, cause);
    if (following !== null) listener.onReturned(following.job);
    listener.onFree();
  }

  function ensure(): void {
    if (thread === null && startsOnDemand) start();
  }

  return {
    start: ensure,
    usable: () => thread !== null || startsOnDemand,
    failing: () => failing,
    busy: () => current !== null,
    free: () => {
      ensure();
      return thread !== null && current === null;
    },
    takesAhead: () => thread !== null && current?.run.brief === true && next === null,
    work: (job, call, run) => {
      slot = (slot + 1) % SLOTS;
      const held = { job, slot, run };
      if (current === null) begin(held);
      else next = held;
      thread?.send({ ...call, slot });
    },
    stop: (job, reason, graceMs) => {
      if (job === next?.job) thread?.askToStop(next.slot, reason);
      if (job !== current?.job) return;
      thread?.askToStop(current.slot, reason);
      if (!ready) return;
      callOffBound();
      callOffBound = clock.after(graceMs, () => lose("stopped", null));
    },
    close: async () => {
      const held = [current, next].flatMap((each) => (each === null ? [] : [each.job]));
      end();
      next = null;
      callOffRestart();
      startsOnDemand = false;
      await (thread?.end() ?? ending);
      return held;
    },
  };
}
