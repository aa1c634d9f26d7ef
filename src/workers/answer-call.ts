// Answers one call in a worker, and returns its reply with the facts about it. A long call posts some facts earlier. If
// the client is gone, the call ends at its next checkpoint or does not start.
import type { StageName } from "../engine/model.ts";
import { abortedReply } from "../protocols/refusals.ts";
import type { Unary } from "../protocols/reply.ts";
import type { CallFacts } from "../service/call.ts";
import { recordStages, type StageRecord } from "../telemetry/stages.ts";
import type { CallForWorker, FromWorker, StopFlag } from "./messages.ts";

interface AnsweringParts {
  readonly unary: Unary;
  /** Set when the call is over. */
  readonly flag: Pick<StopFlag, "reason">;
  /** The stage that fails in every call; null outside tests. */
  readonly faultStage: StageName | null;
  readonly post: (message: FromWorker) => void;
  /** Milliseconds from a fixed point, monotonic. */
  readonly now: () => number;
}

type Answered = Omit<Extract<FromWorker, { readonly kind: "answered" }>, "kind" | "cpuMs">;

/**
 * Each message wakes the main thread, which costs a fiftieth of a call of 100 kB. So facts go out with the reply,
 * unless they have waited this long. If the thread is ended after that, the call's log line still has its id, and its
 * trace shows where it was. In milliseconds.
 */
const REPORT_MS = 10;

export async function answerCall(
  { request, caller, traced }: CallForWorker,
  { unary, flag, faultStage, post, now }: AnsweringParts,
): Promise<Answered> {
  const early = flag.reason();
  if (early !== null) return { reply: abortedReply(request, early), facts: {}, stages: [] };
  const over = new AbortController();
  let dueMs = now() + REPORT_MS;
  let facts: CallFacts = {};
  let stages: StageRecord[] = [];
  let unreported = false;
  function checkpoint(): void {
    const reason = flag.reason();
    if (reason !== null) {
      over.abort(reason);
      throw reason;
    }
    if (!unreported || now() < dueMs) return;
    post({ kind: "progress", facts, stages });
    dueMs = now() + REPORT_MS;
    facts = {};
    stages = [];
    unreported = false;
  }
  function ran(record: StageRecord): void {
    stages.push(record);
    unreported = true;
  }
  const reply = await unary(request, {
    caller,
    signal: over.signal,
    stage: recordStages(checkpoint, faultStage, traced ? ran : null),
    report: (more) => {
      facts = { ...facts, ...more };
      unreported = true;
    },
  });
  return { reply, facts, stages };
}
