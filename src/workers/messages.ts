// What the main thread and a worker exchange: messages, which hold only values that can be cloned, and stop flags in
// shared memory, because a thread does not read messages while it works.
import type { MessagePort } from "node:worker_threads";
import type { StageName } from "../engine/model.ts";
import type { Caller } from "../gateway/admission.ts";
import type { BufferedReply, BufferedRequest } from "../protocols/reply.ts";
import { type CallFacts, clientGone, deadlinePassed, isDeadline } from "../service/call.ts";
import type { StageRecord } from "../telemetry/stages.ts";

/** What a worker is started with. */
export interface WorkerSetup {
  readonly buildId: string;
  /** The stage that fails in every call; null outside tests and drills. */
  readonly faultStage: StageName | null;
  /** One cell for each call that the worker may hold. Only the main thread writes to them. */
  readonly stopFlags: SharedArrayBuffer;
  /** Calls arrive on this port; reports and replies leave on it. */
  readonly port: MessagePort;
}

/** A worker answers its calls in the order in which they arrive. If it holds two, it has not started the second. */
export interface CallForWorker {
  readonly request: BufferedRequest;
  readonly caller: Caller;
  /** Whether its stages become spans. */
  readonly traced: boolean;
  /** The cell of its stop flag, from 0. */
  readonly stopCell: number;
}

/** Facts about a call that have not been reported before. */
export interface CallReport {
  readonly facts: CallFacts;
  /** The stages that have run; none if the call is not traced. */
  readonly stages: readonly StageRecord[];
}

export type FromWorker =
  /** The worker has loaded its code. */
  | { readonly kind: "ready" }
  /** A report about a long call. */
  | ({ readonly kind: "progress" } & CallReport)
  /** A fault that the caller does not see. Its message is left out, because it may quote the caller's text. */
  | { readonly kind: "fault"; readonly name: string; readonly at: string }
  | ({
      readonly kind: "answered";
      readonly reply: BufferedReply;
      /** The processor time that the call took, in milliseconds. */
      readonly cpuMs: number;
    } & CallReport);

/** Values of a cell. */
const RUNNING = 0;
const CLIENT_GONE = 1;
const DEADLINE_PASSED = 2;

export interface StopFlag {
  /** For a new call. */
  readonly clear: () => void;
  /** @param reason what the call's signal was aborted with */
  readonly raise: (reason: unknown) => void;
  /** Why the call is over; null while it is not. */
  readonly reason: () => DOMException | null;
}

export function newStopCells(count: number): SharedArrayBuffer {
  return new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT);
}

/** @param cell which of the cells, from 0 */
export function stopFlag(cells: SharedArrayBuffer, cell: number): StopFlag {
  const flags = new Int32Array(cells);
  return {
    clear: () => {
      Atomics.store(flags, cell, RUNNING);
    },
    raise: (reason) => {
      Atomics.store(flags, cell, isDeadline(reason) ? DEADLINE_PASSED : CLIENT_GONE);
    },
    reason: () => {
      const state = Atomics.load(flags, cell);
      if (state === RUNNING) return null;
      return state === DEADLINE_PASSED ? deadlinePassed() : clientGone();
    },
  };
}
