// A few worker threads that take calls from a source whenever one is free. A thread that dies, hangs, or is ended with
// a call that is over is replaced. Which call goes next, and what becomes of one that comes back, the source decides.
import type { EndReason, WorkerLoad } from "../telemetry/readings.ts";
import type { Clock } from "../time/clock.ts";
import { type Job, receive } from "./job.ts";
import { createSeat, type Seat } from "./seat.ts";
import type { StartThread } from "./thread.ts";

/** A call that is over gets this long to reach its next checkpoint; then its thread is ended, in milliseconds. */
const STOP_GRACE_MS = 20;

/** A call that runs longer hangs: the largest takes well under a second, on a busy machine some. In milliseconds. */
export const RUN_MS_MAX = 30_000;

/** Where the calls come from, and what is reported of them. */
export interface WorkSource {
  /** Whether a call waits that only a worker takes: then a thread is started where there is none. */
  readonly needsWorker: () => boolean;
  /**
   * The next call for a free thread, or null.
   * @param ahead for a thread that is still at a short call, and to begin behind it
   * @param ready false while the thread is still starting
   */
  readonly take: (ahead: boolean, ready: boolean) => Job | null;
  /** A thread may be given a call. */
  readonly freed: () => void;
  /** A thread has come to it. */
  readonly begun: (job: Job) => void;
  /** @param cpuMs the processor time it took */
  readonly answered: (job: Job, cpuMs: number) => void;
  /** Its thread is no more. @param why null if the thread had not come to it */
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
  /** What a handler threw, which callers never see. */
  | { readonly event: "fault"; readonly name: string; readonly at: string };

export interface WorkerPool {
  /** Starts every thread. Settles when each is warm or has failed to start. */
  readonly start: () => Promise<void>;
  /** @param onAble called when no thread can be started any more, and when one can again */
  readonly watchAble: (onAble: (able: boolean) => void) => void;
  /** Gives free threads what the source has. */
  readonly fill: () => void;
  /** Receives at once what threads have sent by now. */
  readonly poll: () => void;
  /** Whether a thread is there for a call that waits, or will be. */
  readonly usable: () => boolean;
  /** False while no thread can be started. */
  readonly able: () => boolean;
  /** Threads that can take a call at once. */
  readonly free: () => number;
  /** Ends the work on a call that is over. */
  readonly stop: (job: Job, reason: unknown) => void;
  readonly load: () => Pick<WorkerLoad, "size" | "busy" | "replaced">;
  /** Ends every thread. @returns the calls they held */
  readonly close: () => Promise<readonly Job[]>;
}

export function createWorkerPool(options: PoolOptions, source: WorkSource): WorkerPool {
  const { workers, runMsMax, startThread, onEvent, clock } = options;
  const replaced = { died: 0, hung: 0, stopped: 0 };
  let able = true;
  let reportAble: (able: boolean) => void = () => {};
  const started = Promise.withResolvers<void>();
  const seats: readonly Seat<Job>[] = Array.from({ length: workers }, () =>
    createSeat<Job>(startThread, clock, {
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
        checkAble();
      },
      onReturned: (job) => source.lost(job, null),
      onFree: source.freed,
      onReady: checkAble,
    }),
  );

  function checkAble(): void {
    if (seats.every((seat) => seat.ready() || seat.failing())) started.resolve();
    const isAble = !seats.every((seat) => seat.failing());
    if (isAble === able) return;
    able = isAble;
    reportAble(able);
  }

  function fill(): void {
    if (source.needsWorker()) for (const seat of seats) seat.start();
    for (const seat of seats) if (seat.free()) give(seat, source.take(false, seat.ready()));
    for (const seat of seats) if (seat.takesAhead()) give(seat, source.take(true, seat.ready()));
  }

  function give(seat: Seat<Job>, job: Job | null): void {
    if (job === null) return;
    const { caller, traced } = job.call;
    seat.work(job, { request: job.request, caller, traced }, { msMax: runMsMax, brief: !job.large });
  }

  return {
    watchAble: (onAble) => {
      reportAble = onAble;
    },
    start: () => {
      for (const seat of seats) seat.start();
      return started.promise;
    },
    fill,
    poll: () => {
      for (const seat of seats) seat.hear();
    },
    usable: () => seats.some((seat) => seat.usable()),
    able: () => able,
    free: () => seats.filter((seat) => seat.ready() && !seat.busy()).length,
    stop: (job, reason) => {
      for (const seat of seats) seat.stop(job, reason, STOP_GRACE_MS);
    },
    load: () => ({ size: workers, busy: seats.filter((seat) => seat.busy()).length, replaced: { ...replaced } }),
    close: async () => (await Promise.all(seats.map((seat) => seat.close()))).flat(),
  };
}
