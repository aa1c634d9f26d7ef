// One select call, from the arrival of its body to its one reply, on any thread. Facts that are reported after the
// reply are dropped.
import type { Refusal } from "../gateway/admission.ts";
import type { BufferedReply, BufferedRequest } from "../protocols/reply.ts";
import type { Call } from "../service/call.ts";
import type { EndReason } from "../telemetry/readings.ts";
import type { StageRecord } from "../telemetry/stages.ts";
import type { FromWorker } from "./messages.ts";

/** A call is started at most this many times. */
const ATTEMPTS_MAX = 2;

/** An admitted call, with the functions that the scheduler and the workers report to. */
export type ScheduledCall = Call & {
  /** Whether its stages become spans. */
  readonly traced: boolean;
  readonly stageRan: (record: StageRecord) => void;
  /** Called with the time that it waited for a thread. */
  readonly queued: (milliseconds: number) => void;
  /** Called with the processor time that it took, perhaps after its reply. */
  readonly computed: (cpuMs: number) => void;
};

export type ScheduledReply = BufferedReply | Refusal;

export interface Job {
  readonly organisation: string;
  readonly weight: number;
  /** Size of its message, decoded. */
  readonly bytes: number;
  /** Expected processor time, in milliseconds. */
  readonly costMs: number;
  readonly sinceMs: number;
  /** Whether its message may be compressed: it may decode to more bytes than it states. */
  readonly compressed: boolean;
  readonly request: BufferedRequest;
  readonly call: ScheduledCall;
  readonly resolve: (reply: ScheduledReply | Promise<ScheduledReply>) => void;
  readonly onAbort: () => void;
  /** Too much work for the main thread. A compressed call may prove to be. */
  large: boolean;
  attempts: number;
  completed: boolean;
}

export function complete(job: Job, reply: ScheduledReply | Promise<ScheduledReply>): void {
  if (job.completed) return;
  job.completed = true;
  job.call.signal.removeEventListener("abort", job.onAbort);
  job.resolve(reply);
}

/** Passes on what the worker reports about a call. */
export function receive(job: Job, message: FromWorker): void {
  if (message.kind !== "progress" && message.kind !== "answered") return;
  const { report, stageRan } = job.call;
  for (const record of message.stages) stageRan(record);
  if (message.kind === "progress" || !job.completed) report(message.facts);
  if (message.kind === "answered") complete(job, message.reply);
}

/**
 * Whether another thread may start the call again. The first thread may have died for another reason. A large body was
 * moved to that thread and is lost with it.
 */
export function mayBeginAgain({ attempts, request }: Job, why: EndReason): boolean {
  const { buffer } = request.body;
  const gone = buffer instanceof ArrayBuffer && buffer.detached;
  return why === "died" && attempts < ATTEMPTS_MAX && !gone;
}
