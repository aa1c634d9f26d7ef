// One call in a worker: the call in, its reply out, and with it what is to be told of it, of a long call some of that
// before. It ends at its next checkpoint once nobody waits for it any more. When nobody does by then, it does not
// begin.
import type { StageName } from "../engine/model.ts";
import type { Unary } from "../protocols/handler.ts";
import { abortedReply } from "../protocols/refusals.ts";
import type { CallFacts } from "../service/call.ts";
import { recordStages, type StageRecord } from "../telemetry/stages.ts";
import type { CallForWorker, FromWorker } from "./messages.ts";
import type { StopFlag } from "./stop-flag.ts";

export interface AnsweringParts {
  readonly unary: Unary;
  /** Raised when the call is over. */
  readonly flag: Pick<StopFlag, "reason">;
  /** The stage that fails in every call; null outside tests. */
  readonly faultStage: StageName | null;
  readonly tell: (message: FromWorker) => void;
  /** Milliseconds from a fixed point, monotonic. */
  readonly now: () => number;
}

/** What a call in a worker has come to. */
export type Answered = Omit<Extract<FromWorker, { readonly kind: "answered" }>, "kind" | "cpuMs">;

/**
 * Each message wakes the main thread, which costs a fiftieth of a call of 100 kB. So what there is to tell goes with
 * the answer, unless it has waited for so long: were the thread ended then, the call's line in the log would not know
 * its id, nor its trace where it was. In milliseconds.
 */
const TELL_MS = 10;

export async function answerCall(
  { request, caller, traced }: CallForWorker,
  { unary, flag, faultStage, tell, now }: AnsweringParts,
): Promise<Answered> {
  const early = flag.reason();
  if (early !== null) return { reply: abortedReply(request, early), facts: {}, stages: [] };
  const over = new AbortController();
  let dueMs = now() + TELL_MS;
  let facts: CallFacts = {};
  let stages: StageRecord[] = [];
  let untold = false;
  function checkpoint(): void {
    const reason = flag.reason();
    if (reason !== null) {
      over.abort(reason);
      throw reason;
    }
    if (!untold || now() < dueMs) return;
    tell({ kind: "meanwhile", facts, stages });
    dueMs = now() + TELL_MS;
    facts = {};
    stages = [];
    untold = false;
  }
  function ran(record: StageRecord): void {
    stages.push(record);
    untold = true;
  }
  const reply = await unary(request, {
    caller,
    signal: over.signal,
    stage: recordStages(checkpoint, faultStage, traced ? ran : null),
    report: (more) => {
      facts = { ...facts, ...more };
      untold = true;
    },
  });
  return { reply, facts, stages };
}
