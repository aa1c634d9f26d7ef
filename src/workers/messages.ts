// What the main thread and a worker tell each other. Values that can be cloned, and nothing else.
import type { MessagePort } from "node:worker_threads";
import type { StageName } from "../engine/model.ts";
import type { Caller } from "../gateway/admission.ts";
import type { BufferedReply, BufferedRequest } from "../protocols/reply.ts";
import type { CallFacts } from "../service/call.ts";
import type { StageRecord } from "../telemetry/stages.ts";

/** What a worker is started with. */
export interface WorkerSetup {
  readonly buildId: string;
  /** The stage that fails in every call; null outside tests and drills. */
  readonly faultStage: StageName | null;
  /** A cell for each call that the worker may hold, written by the main thread alone: see `stop-flag.ts`. */
  readonly stopFlags: SharedArrayBuffer;
  /** Calls come in here, and what it has to say of them goes out. */
  readonly port: MessagePort;
}

/** They are answered in the order in which they come; of two that a worker holds, the second has not begun. */
export interface CallForWorker {
  readonly request: BufferedRequest;
  readonly caller: Caller;
  /** Whether anybody wants to hear of its stages. */
  readonly traced: boolean;
  /** The cell of the stop flag that is its own, from 0. */
  readonly slot: number;
}

/** What is to be told of a call and has not been told before. */
export interface CallNews {
  readonly facts: CallFacts;
  /** Those that have run, where anybody wants to hear of them. */
  readonly stages: readonly StageRecord[];
}

export type FromWorker =
  /** Ready to answer without further loading. */
  | { readonly kind: "ready" }
  /** Of a call that runs for long. */
  | ({ readonly kind: "meanwhile" } & CallNews)
  /** A fault that the caller does not see. Its message is left behind: it may quote the caller's text. */
  | { readonly kind: "fault"; readonly name: string; readonly at: string }
  | ({
      readonly kind: "answered";
      readonly reply: BufferedReply;
      /** The processor time that the call took, in milliseconds. */
      readonly cpuMs: number;
    } & CallNews);
