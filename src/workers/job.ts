// A call in the pool, from the moment it comes to its one answer: whatever is heard of it after that is lost.
import type { Refusal } from "../gateway/admission.ts";
import type { WholeReply, WholeRequest } from "../protocols/reply.ts";
import type { Call } from "../service/call.ts";
import type { StageRecord } from "../telemetry/stages.ts";
import type { EndReason } from "./kept-thread.ts";
import { isLarge, workBytes } from "./large.ts";
import type { FromWorker } from "./messages.ts";

/** Times a call is begun at the most. */
const ATTEMPTS_MAX = 2;

/** What a pool needs to know of a call, and whom it tells. */
export type PooledCall = Pick<Call, "caller" | "signal" | "report"> & {
  /** Whether anybody wants to hear of its stages. */
  readonly traced: boolean;
  readonly stageRan: (record: StageRecord) => void;
  /** It has waited so long for a thread. */
  readonly queued: (milliseconds: number) => void;
};

export type PooledReply = WholeReply | Refusal;

export interface Job {
  /** By which it is told how much work it is: unfolded. */
  readonly bytes: number;
  readonly sinceMs: number;
  readonly request: WholeRequest;
  readonly call: PooledCall;
  readonly resolve: (reply: PooledReply) => void;
  readonly onAbort: () => void;
  /** Times it was begun. */
  attempts: number;
  settled: boolean;
}

/**
 * Makes a job of a call.
 * @param onStop is told when nobody waits for it any more and it has no answer yet
 * @param take is given the job
 * @returns its answer
 */
export function asJob(
  request: WholeRequest,
  call: PooledCall,
  sinceMs: number,
  onStop: (job: Job) => void,
  take: (job: Job) => void,
): Promise<PooledReply> {
  return new Promise((resolve) => {
    const onAbort = () => onStop(job);
    const bytes = workBytes(request);
    const job: Job = { bytes, sinceMs, request, call, resolve, onAbort, attempts: 0, settled: false };
    call.signal.addEventListener("abort", onAbort);
    take(job);
  });
}

export function settle(job: Job, reply: PooledReply): void {
  if (job.settled) return;
  job.settled = true;
  job.call.signal.removeEventListener("abort", job.onAbort);
  job.resolve(reply);
}

/** Its thread has come to it. */
export function hasBegun(job: Job, now: number): void {
  job.attempts += 1;
  job.call.queued(now - job.sinceMs);
}

/** Passes on what its thread says of it. */
export function hear(job: Job, message: FromWorker): void {
  if (message.kind !== "meanwhile" && message.kind !== "answered") return;
  const { report, stageRan } = job.call;
  for (const record of message.stages) stageRan(record);
  if (message.kind === "meanwhile" || !job.settled) report(message.facts);
  if (message.kind === "answered") settle(job, message.reply);
}

/** A large one is not: a small one would be kept behind it that another thread might answer. */
export function isBrief({ request }: Job): boolean {
  return !isLarge(request);
}

/**
 * Whether another thread may have it after the first, which may have died under it by chance, unless that has taken its
 * body along: a large one is moved to the thread that works on it.
 */
export function mayBeginAgain({ attempts, request }: Job, why: EndReason): boolean {
  const { buffer } = request.body;
  const gone = buffer instanceof ArrayBuffer && buffer.detached;
  return why === "died" && attempts < ATTEMPTS_MAX && !gone;
}
