// One call in a worker: the call in, its reply out, and what is to be told of it meanwhile as messages. It ends at
// its next checkpoint once nobody waits for it any more, and does not begin when nobody does by then.
import type { StageName } from "../engine/model.ts";
import type { CallFacts } from "../service/answer.ts";
import { recordStages } from "../telemetry/stage-record.ts";
import { stoppedReply } from "../wire/stopped-reply.ts";
import type { Unary } from "../wire/unary.ts";
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
export type Answered = Omit<Extract<FromWorker, { readonly kind: "answered" }>, "kind">;

/**
 * Each message wakes the main thread, which costs a fiftieth of a call of 100 kB. So facts go with the answer, unless
 * the call has run for so long: were it stopped then, its line in the log would not know its id.
 * In milliseconds.
 */
const FACTS_MS = 10;

export async function answerCall(
  { request, caller, traced }: CallForWorker,
  { unary, flag, faultStage, tell, now }: AnsweringParts,
): Promise<Answered> {
  const early = flag.reason();
  if (early !== null) return { reply: stoppedReply(request, early), facts: {} };
  const over = new AbortController();
  const factsDueMs = now() + FACTS_MS;
  let facts: CallFacts = {};
  let told = false;
  function checkpoint(): void {
    const reason = flag.reason();
    if (reason !== null) {
      over.abort(reason);
      throw reason;
    }
    if (told || now() < factsDueMs || Object.keys(facts).length === 0) return;
    told = true;
    tell({ kind: "facts", facts });
    facts = {};
  }
  const reply = await unary(request, {
    caller,
    signal: over.signal,
    stage: recordStages(checkpoint, faultStage, traced ? (record) => tell({ kind: "stage", record }) : null),
    report: (more) => {
      facts = { ...facts, ...more };
    },
  });
  return { reply, facts };
}
