// A few worker threads that take calls from a source whenever they are free. The pool replaces a thread that dies,
// hangs, or is ended with a cancelled call. The source decides which call is next and what happens to a returned one.
import type { EndReason, WorkerLoad } from "../telemetry/readings.ts";
import type { Clock } from "../time/clock.ts";
import { type Job, receive } from "./job.ts";
import type { StartThread } from "./thread.ts";
import { createWorkerSlot, type WorkerSlot } from "./worker-slot.ts";

/**
 * A cancelled call has this long to reach its next checkpoint. Then its thread is ended. A warm call reaches one within
 * 25 ms of processor time, but the thread may wait for a processor, and a cold call takes longer. An earlier end would
 * cost more than it saves, because the start of another thread takes about this long. In milliseconds.
 */
export const STOP_GRACE_MS = 250;

/**
 * A call that runs longer counts as hung. This is elapsed time, because a thread that waits uses no processor time. The
 * largest call takes well under a second, or a few seconds on a busy machine. In milliseconds.
 */
export const RUN_MS_MAX = 30_000;

/** Where the calls come from, and what the pool reports about them. */
interface WorkSource {
  /** Whether a call is waiting that only a worker may take. If so, the pool starts a thread if there is none. */
  readonly needsWorker: () => boolean;
  /**
   * The next call for a free thread, or null.
   * @param ahead the short call that the thread is running; it runs the taken call next. Null for a free thread
   * @param ready false while the thread is still starting
   */
  readonly take: (ahead: Job | null, ready: boolean) => Job | null;
  /** A thread can take a call. */
  readonly freed: () => void;
  /** A thread has started the call. */
  readonly begun: (job: Job) => void;
  /** @param cpuMs the processor time it took */
  readonly answered: (job: Job, cpuMs: number) => void;
  /** Its thread has ended. @param why null if the thread had not started it */
  readonly lost: (job: Job, why: EndReason | null) => void;
}

export interface PoolOptions {
  readonly workers: number;
  /** Longest run of one call, in milliseconds. */
  readonly runMsMax: number;
  readonly startThread: StartThread;
  readonly onEvent: (event: PoolEvent) => void;
  readonly clock: Clock;
}

export type PoolEvent =
  | { readonly event: "worker_replaced"; readonly why: EndReason; readonly cause: unknown }
  /** A handler threw an error, which callers never see. */
  | { readonly event: "fault"; readonly name: string; readonly at: string };

export interface WorkerPool {
  /** Starts every thread. Each takes calls as soon as it is ready. */
  readonly start: () => void;
  /** @param onChange called when no thread can be started any more, and when one can again */
  readonly watchStarts: (onChange: (canStart: boolean) => void) => void;
  /** Gives calls of the source to free threads. */
  readonly fill: () => void;
  /** Receives at once what the threads have sent so far. */
  readonly poll: () => void;
  /** Whether there is a thread for a waiting call, or one can be started. */
  readonly usable: () => boolean;
  /** False while no thread can be started. */
  readonly canStart: () => boolean;
  /** Threads that can take a call at once. */
  readonly free: () => number;
  /** Ends the work on a cancelled call. */
  readonly stop: (job: Job, reason: unknown) => void;
  readonly load: () => Pick<WorkerLoad, "size" | "busy" | "replaced">;
  /** Ends every thread. @returns the calls they held */
  readonly close: () => Promise<readonly Job[]>;
}

export function createWorkerPool(options: PoolOptions, source: WorkSource): WorkerPool {
  const { workers, runMsMax, startThread, onEvent, clock } = options;
  const replaced = { died: 0, hung: 0, stopped: 0 };
  let canStart = true;
  let reportStarts: (canStart: boolean) => void = () => {};
  const slots: readonly WorkerSlot<Job>[] = Array.from({ length: workers }, () =>
    createWorkerSlot<Job>(startThread, clock, {
      onBegun: source.begun,
      onMessage: (job, message) => {
        if (message.kind === "fault") onEvent({ event: "fault", name: message.name, at: message.at });
        if (message.kind === "answered") source.answered(job, message.cpuMs);
        receive(job, message);
      },
      onLost: (job, why, cause) => {
        replaced[why] += 1;
        onEvent({ event: "worker_replaced", why, cause });
        if (job !== null) source.lost(job, why);
        checkStarts();
      },
      onReturned: (job) => source.lost(job, null),
      onFree: source.freed,
      onReady: checkStarts,
    }),
  );

  function checkStarts(): void {
    const before = canStart;
    canStart = !slots.every((slot) => slot.failing());
    if (canStart !== before) reportStarts(canStart);
  }

  function fill(): void {
    if (source.needsWorker()) for (const slot of slots) slot.start();
    for (const slot of slots) if (slot.free()) give(slot, source.take(null, slot.ready()));
    for (const slot of slots) {
      const current = slot.takesAhead();
      if (current !== null) give(slot, source.take(current, slot.ready()));
    }
  }

  function give(slot: WorkerSlot<Job>, job: Job | null): void {
    if (job === null) return;
    const { caller, traced } = job.call;
    slot.work(job, { request: job.request, caller, traced }, { msMax: runMsMax, brief: !job.large });
  }

  return {
    watchStarts: (onChange) => {
      reportStarts = onChange;
    },
    start: () => {
      for (const slot of slots) slot.start();
    },
    fill,
    poll: () => {
      for (const slot of slots) slot.poll();
    },
    usable: () => slots.some((slot) => slot.usable()),
    canStart: () => canStart,
    free: () => slots.filter((slot) => slot.ready() && !slot.busy()).length,
    stop: (job, reason) => {
      for (const slot of slots) slot.stop(job, reason, STOP_GRACE_MS);
    },
    load: () => ({ size: workers, busy: slots.filter((slot) => slot.busy()).length, replaced: { ...replaced } }),
    close: async () => (await Promise.all(slots.map((slot) => slot.close()))).flat(),
  };
}
