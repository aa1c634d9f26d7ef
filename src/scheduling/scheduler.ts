// Takes a complete request, returns its reply: decides which thread answers it and when, or sheds it. MODEL.md states
// the rules. Of a body it reads only the decoded size that gzip states at its end.
// The main thread decompresses a small call before it runs it.
import type { Caller } from "../gateway/admission.ts";
import { takeOut } from "../lists.ts";
import { abortedReply, unavailable } from "../protocols/refusals.ts";
import type { BufferedRequest, Unary } from "../protocols/reply.ts";
import { unzipped } from "../protocols/unzipped.ts";
import type { EndReason, WorkerLoad } from "../telemetry/readings.ts";
import type { Clock } from "../time/clock.ts";
import { complete, type Job, mayBeginAgain, type ScheduledCall, type ScheduledReply } from "../workers/job.ts";
import { createWorkerPool, type PoolOptions, type WorkerPool } from "../workers/pool.ts";
import { createCostModel, declaresCompression, LARGE_BYTES, workBytes } from "./cost.ts";
import { createFairQueue } from "./fair-queue.ts";
import { createMainThread } from "./main-thread.ts";
import { createShedding } from "./shedding.ts";

export interface Scheduler {
  /** Starts the workers. Each takes calls as soon as it is ready. */
  readonly start: () => void;
  /** False while no worker can be started. */
  readonly canStartWorkers: () => boolean;
  /**
   * From now on, calls that wait too long are shed, and the time that calls take counts for the expected cost of later
   * ones. Before this, calls wait as long as it takes.
   */
  readonly endWarmUp: () => void;
  /** @param onChange called when no worker can be started any more, and when one can again */
  readonly watchStarts: (onChange: (canStart: boolean) => void) => void;
  /** Whether a call of this many bytes would be answered in time. If not, it counts as shed. */
  readonly accepts: (caller: Caller, bytes: number) => boolean;
  /** @param isSelect false for a call that takes too little time to be queued */
  readonly answer: (request: BufferedRequest, call: ScheduledCall, isSelect: boolean) => Promise<ScheduledReply>;
  readonly load: () => WorkerLoad;
  /** Ends every worker and rejects the remaining calls. */
  readonly close: () => Promise<void>;
}

interface SchedulerOptions {
  /** Answers a call on this thread; null if only workers answer. */
  readonly unary: Unary | null;
  /** null if this thread answers every call. */
  readonly workers: PoolOptions | null;
  readonly clock: Clock;
}

/** A call with a higher expected cost goes to a worker, as one of `LARGE_BYTES` does. In milliseconds. */
const LARGE_MS = 8;

/**
 * While the main thread is this far behind, workers take small calls too, before health checks suffer. It must be more
 * than the cost of four calls of 7 kB, because a worker needs more processor time for them. It must be less than the
 * 7 ms or so of small calls that an overloaded organisation keeps waiting after shedding. In milliseconds.
 */
const BEHIND_MS = 6;

/**
 * Most expensive call that the main thread takes if it would otherwise wait for the calls of another organisation, in
 * milliseconds.
 */
const HELP_MS_MAX = 50;

/**
 * The largest message of such a call, in bytes. At the first estimate, it takes about `HELP_MS_MAX`. The
 * estimate from earlier calls alone does not decide, because an organisation can lower it with calls that fail early.
 */
const HELP_BYTES_MAX = 384 * 1024;

/** Most calls wait less than this for the main thread and have no wait to report. In milliseconds. */
const REPORTED_MS_MIN = 1;

/** How often to try to start waiting calls, in milliseconds. */
const CHECK_MS = 5;

/** A call starts on the main thread while others run only if it is this many times shorter than each of them. */
const SHORTER = 2;

/**
 * A call that has run on the main thread for this many milliseconds lets shorter calls go first when its current stage
 * ends. Most calls of 7 kB take less.
 */
const STRETCH_MS = 2;

/** A call on the main thread waits for shorter ones at most this many times its own expected cost. */
const PAUSE_RUNS_MAX = 3;

/**
 * A running call is expected to take at least as long again as it has taken so far, up to this many times its expected
 * cost. Some calls take ten times as long as others of their size.
 */
const OVERRUN_MAX = 3;

export function createScheduler({ unary, workers, clock }: SchedulerOptions): Scheduler {
  const queue = createFairQueue<Job>();
  const costs = createCostModel();
  /** Calls that a thread has taken, with the time. A worker may hold one that it has not started. */
  const running: { readonly job: Job; beganMs: number }[] = [];
  let warm = false;
  let closed = false;
  let checking = false;
  const threadsFor = (large: boolean) => (workers?.workers ?? 0) + (large && workers !== null ? 0 : 1);
  const shedding = createShedding({ queue, threadsFor, reject, isWarm: () => warm, clock });
  const pool = workers === null ? null : createWorkerPool(workers, poolSource());
  const main = createMainThread<Job>({
    take: () => begin(queue.take(mayTakeOnMain)),
    run: runOnMain,
    costMs: ({ costMs }) => costMs,
    waits: () => queue.active().some(({ jobs }) => jobs.some(mayTakeOnMain)),
    clock,
  });

  // Threads.

  function begin(job: Job | null): Job | null {
    if (job !== null) {
      running.push({ job, beganMs: clock.monotonicMs() });
      shedding.shed(job.organisation);
    }
    return job;
  }

  function mayTakeOnMain(job: Job): boolean {
    if (unary === null || (job.large && pool?.canStart() === true && !needsHelp(job, pool))) return false;
    return main.running().every((other) => job.costMs * SHORTER <= other.costMs);
  }

  /** Whether a large call waits longer for a worker than it takes, and its organisation has no call running. */
  function needsHelp(job: Job, { free }: WorkerPool): boolean {
    if (job.costMs > HELP_MS_MAX || job.bytes > HELP_BYTES_MAX || job.compressed || free() > 0) return false;
    if (running.some((each) => each.job.organisation === job.organisation)) return false;
    const onMain = main.running();
    const hasWaited = clock.monotonicMs() - job.sinceMs > job.costMs;
    return hasWaited || running.every((each) => onMain.includes(each.job) || leftMs(each) > job.costMs);
  }

  function leftMs({ job, beganMs }: { readonly job: Job; readonly beganMs: number }): number {
    const ranMs = clock.monotonicMs() - beganMs;
    return Math.max(job.costMs - ranMs, Math.min(ranMs, OVERRUN_MAX * job.costMs));
  }

  function mainIsBehind(): boolean {
    const onMain = main.running();
    let all = running.reduce((sum, each) => sum + (onMain.includes(each.job) ? leftMs(each) : 0), 0);
    for (const { jobs } of queue.active()) for (const job of jobs) if (!job.large) all += job.costMs;
    return all > BEHIND_MS;
  }

  async function runOnMain(job: Job): Promise<void> {
    if (unary === null) return;
    const startedMs = clock.cpuMs();
    const request = job.large || !job.compressed ? job.request : unzipped(job.request, LARGE_BYTES);
    if (request === null) return leaveToWorker(job, clock.cpuMs() - startedMs);
    const waitedMs = clock.monotonicMs() - job.sinceMs;
    if (waitedMs >= REPORTED_MS_MIN) job.call.queued(waitedMs);
    job.attempts += 1;
    const pauses = pausesOf(job);
    const { caller, signal, report } = job.call;
    try {
      complete(job, await unary(request, { caller, signal, report, stage: pauses.stage }));
    } catch (fault) {
      complete(job, Promise.reject(fault));
    }
    ended(job, clock.cpuMs() - startedMs - pauses.cpuMs());
    // A few calls here take longer than the short call that a worker holds in advance, so a worker may be idle by now.
    pool?.poll();
  }

  /** Queues a call again that the main thread could not decompress within its bound. */
  function leaveToWorker(job: Job, cpuMs: number): void {
    leftThread(job, cpuMs);
    job.large = true;
    if (pool !== null && !pool.canStart()) {
      complete(job, unavailable);
      return;
    }
    queue.put(job);
    dispatch();
  }

  /** The stages of a call on the main thread, with pauses between them that belong to other calls. */
  function pausesOf(job: Job): { readonly stage: ScheduledCall["stage"]; readonly cpuMs: () => number } {
    let goneOnMs = clock.monotonicMs();
    let pausedCpuMs = 0;
    let leftMs = PAUSE_RUNS_MAX * job.costMs;
    async function pause(): Promise<void> {
      const [pausedMs, usedMs] = [clock.monotonicMs(), clock.cpuMs()];
      await main.pause(job, leftMs);
      goneOnMs = clock.monotonicMs();
      leftMs -= goneOnMs - pausedMs;
      pausedCpuMs += clock.cpuMs() - usedMs;
      pool?.poll();
    }
    return {
      stage: (name, work, facts) => {
        if (clock.monotonicMs() - goneOnMs <= STRETCH_MS) return job.call.stage(name, work, facts);
        return pause().then(() => job.call.stage(name, work, facts));
      },
      cpuMs: () => pausedCpuMs,
    };
  }

  function largeWaits(): boolean {
    return queue.active().some(({ jobs }) => jobs.some(({ large }) => large));
  }

  function poolSource() {
    return {
      needsWorker: largeWaits,
      take: (ahead: Job | null, ready: boolean) => {
        // A worker that always held a small call in advance would never be free for a large one.
        if (ahead !== null && largeWaits()) return null;
        const small = ready && mainIsBehind();
        // The main thread may be free before the worker has finished a call of another organisation.
        const follows = ({ organisation }: Job) => ahead === null || organisation === ahead.organisation;
        return begin(queue.take((job) => (job.large ? ahead === null : small && follows(job))));
      },
      freed: dispatch,
      begun: (job: Job) => {
        const known = running.find((each) => each.job === job);
        if (known !== undefined) known.beganMs = clock.monotonicMs();
        job.attempts += 1;
        job.call.queued(clock.monotonicMs() - job.sinceMs);
      },
      answered: (job: Job, cpuMs: number) => ended(job, cpuMs),
      lost: (job: Job, why: EndReason | null) => {
        leftThread(job, null);
        const again = why === null || mayBeginAgain(job, why);
        if (!again || closed || job.completed) complete(job, unavailable);
        else queue.put(job);
      },
    };
  }

  /** @param cpuMs the processor time it took; null if that is not known */
  function leftThread(job: Job, cpuMs: number | null): void {
    const known = running.find((each) => each.job === job);
    if (known !== undefined) takeOut(running, known);
    if (cpuMs === null) return;
    job.call.computed(cpuMs);
    queue.charge(job, cpuMs - job.costMs);
  }

  function ended(job: Job, cpuMs: number): void {
    leftThread(job, cpuMs);
    // Neither a stopped call nor one of the warm-up says how long calls take.
    if (warm && !job.call.signal.aborted) costs.record(job.organisation, job.bytes, cpuMs);
  }

  function dispatch(): void {
    main.schedule();
    pool?.fill();
    // If no worker can start, the calls that need one would wait in vain.
    if (pool !== null && !pool.usable()) rejectLarge();
    if (queue.length() > 0 && !checking) {
      checking = true;
      clock.after(CHECK_MS, () => {
        checking = false;
        dispatch();
      });
    }
  }

  function rejectLarge(): void {
    for (const { jobs } of queue.active()) for (const job of jobs.filter(({ large }) => large)) reject(job);
  }

  function reject(job: Job): void {
    queue.remove(job);
    complete(job, unavailable);
  }

  function place({ organisation }: Caller, bytes: number, compressed: boolean) {
    const costMs = costs.expectedMs(organisation, bytes);
    const large = unary === null || bytes >= LARGE_BYTES || costMs > LARGE_MS;
    return { organisation, costMs, large, compressed };
  }

  return {
    start: () => pool?.start(),
    endWarmUp: () => {
      warm = true;
    },
    canStartWorkers: () => pool?.canStart() ?? true,
    watchStarts: (onChange) => pool?.watchStarts(onChange),
    accepts: (caller, bytes) => {
      main.arrived();
      pool?.poll();
      const placed = place(caller, bytes, false);
      if (closed || (placed.large && pool !== null && !pool.canStart())) return false;
      return shedding.accepts(placed);
    },
    answer: (request, call, isSelect) => {
      if (closed) return Promise.resolve(unavailable);
      if (call.signal.aborted) return Promise.resolve(abortedReply(request, call.signal.reason));
      if (!isSelect && unary !== null) return unary(request, call);
      const { caller } = call;
      const bytes = workBytes(request);
      const placed = place(caller, bytes, declaresCompression(request));
      const mayWait = !placed.large || pool === null || pool.canStart();
      if (!mayWait || !shedding.accepts(placed)) return Promise.resolve(unavailable);
      return new Promise((resolve) => {
        const onAbort = () => {
          complete(job, abortedReply(request, call.signal.reason));
          if (!queue.remove(job)) pool?.stop(job, call.signal.reason);
        };
        const job: Job = {
          ...placed,
          weight: caller.tier.weight,
          bytes,
          sinceMs: clock.monotonicMs(),
          request,
          call,
          resolve,
          onAbort,
          attempts: 0,
          completed: false,
        };
        call.signal.addEventListener("abort", onAbort);
        queue.put(job);
        dispatch();
      });
    },
    load: () => ({
      ...(pool?.load() ?? { size: 0, busy: 0, replaced: { died: 0, hung: 0, stopped: 0 } }),
      waiting: queue.length(),
    }),
    close: async () => {
      closed = true;
      for (const { jobs } of queue.active()) for (const job of [...jobs]) reject(job);
      for (const job of (await pool?.close()) ?? []) complete(job, unavailable);
    },
  };
}
