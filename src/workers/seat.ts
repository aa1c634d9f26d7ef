// One place in a pool: a thread (kept-thread.ts) at work on one job, with at most one brief job behind a brief one, so
// that it need not wait for the main thread in between. What a job is, it does not know.
import type { EndReason } from "../telemetry/readings.ts";
import type { Clock } from "../time/clock.ts";
import { keepThread } from "./kept-thread.ts";
import type { CallForWorker, FromWorker } from "./messages.ts";
import { SLOTS, type StartThread } from "./thread.ts";

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
  /** Whether the thread can answer without further loading. */
  readonly ready: () => boolean;
  /** Whether the last thread ended before it was ready, and none has been since. */
  readonly failing: () => boolean;
  /** Whether a job is worked on here. */
  readonly busy: () => boolean;
  /** Whether it can be given a job now. */
  readonly free: () => boolean;
  /** Hears at once what its thread has said by now. */
  readonly hear: () => void;
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
  const thread = keepThread(startThread, clock, { onMessage: hear, onDeath: (cause) => lose("died", cause) });
  let current: Held<Job> | null = null;
  /** Sent, and not begun. */
  let next: Held<Job> | null = null;
  let slot = 0;
  let callOffBound = () => {};

  function hear(message: FromWorker): void {
    if (message.kind === "ready") listener.onReady();
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
    thread.replace(why);
    listener.onLost(job, why, cause);
    if (following !== null) listener.onReturned(following.job);
    listener.onFree();
  }

  return {
    start: thread.ensure,
    usable: thread.usable,
    ready: thread.ready,
    failing: thread.failing,
    busy: () => current !== null,
    free: () => thread.present() !== null && current === null,
    hear: () => {
      if (current !== null) thread.present()?.hear();
    },
    takesAhead: () => thread.present() !== null && current?.run.brief === true && next === null,
    work: (job, call, run) => {
      slot = (slot + 1) % SLOTS;
      const held = { job, slot, run };
      if (current === null) begin(held);
      else next = held;
      thread.present()?.send({ ...call, slot });
    },
    stop: (job, reason, graceMs) => {
      if (job === next?.job) thread.present()?.askToStop(next.slot, reason);
      if (job !== current?.job) return;
      thread.present()?.askToStop(current.slot, reason);
      if (!thread.ready()) return;
      callOffBound();
      callOffBound = clock.after(graceMs, () => lose("stopped", null));
    },
    close: async () => {
      const held = [current, next].flatMap((each) => (each === null ? [] : [each.job]));
      end();
      next = null;
      await thread.close();
      return held;
    },
  };
}
