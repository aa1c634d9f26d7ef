// One select call from the moment its body has come to its one answer, whichever thread gives it. What is reported of
// it after the answer is dropped.
import type { Refusal } from "../gateway/admission.ts";
import type { BufferedReply, BufferedRequest } from "../protocols/reply.ts";
import type { Call } from "../service/call.ts";
import type { EndReason } from "../telemetry/readings.ts";
import type { StageRecord } from "../telemetry/stages.ts";
import type { FromWorker } from "./messages.ts";

/** A call is begun at most this many times. */
const ATTEMPTS_MAX = 2;

/** What a thread needs of a call, and what is reported to it. */
export type ScheduledCall = Call & {
  /** Whether its stages become spans. */
  readonly traced: boolean;
  readonly stageRan: (record: StageRecord) => void;
  /** Reports how long it has waited for a thread. */
  readonly queued: (milliseconds: number) => void;
  /** Reports the processor time that it took; may come after its reply. */
  readonly computed: (cpuMs: number) => void;
};

export type ScheduledReply = BufferedReply | Refusal;

export interface Job {
  readonly organisation: string;
  readonly weight: number;
  /** Of its message, decoded. */
  readonly bytes: number;
  /** Expected processor time, in milliseconds. */
  readonly costMs: number;
  readonly sinceMs: number;
  /** Too much work for the thread with the sockets. */
  readonly large: boolean;
  readonly request: BufferedRequest;
  readonly call: ScheduledCall;
  readonly resolve: (reply: ScheduledReply | Promise<ScheduledReply>) => void;
  readonly onAbort: () => void;
  attempts: number;
  settled: boolean;
}

export function settle(job: Job, reply: ScheduledReply | Promise<ScheduledReply>): void {
  if (job.settled) return;
  job.settled = true;
  job.call.signal.removeEventListener("abort", job.onAbort);
  job.resolve(reply);
}

/** Passes on what its worker reports. */
export function receive(job: Job, message: FromWorker): void {
  if (message.kind !== "meanwhile" && message.kind !== "answered") return;
  const { report, stageRan } = job.call;
  for (const record of message.stages) stageRan(record);
  if (message.kind === "meanwhile" || !job.settled) report(message.facts);
  if (message.kind === "answered") settle(job, message.reply);
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
