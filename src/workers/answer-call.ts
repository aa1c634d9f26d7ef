// One call in a worker: the call in, its reply out, and what is to be told of it meanwhile as messages. It ends between
// two stages once nobody waits for it any more, and does not begin when nobody does by then.
import type { StageName } from "../engine/model.ts";
import { recordStages } from "../telemetry/stage-record.ts";
import { stoppedReply } from "../wire/stopped-reply.ts";
import type { Unary } from "../wire/unary.ts";
import type { WholeReply } from "../wire/whole.ts";
import type { CallForWorker, FromWorker } from "./messages.ts";
import type { StopFlag } from "./stop-flag.ts";

export interface AnsweringParts {
  readonly unary: Unary;
  /** Raised when the call is over. */
  readonly flag: Pick<StopFlag, "reason">;
  /** The stage that fails in every call; null outside tests. */
  readonly faultStage: StageName | null;
  readonly tell: (message: FromWorker) => void;
}

export function answerCall(
  { request, caller, traced }: CallForWorker,
  { unary, flag, faultStage, tell }: AnsweringParts,
): Promise<WholeReply> {
  const early = flag.reason();
  if (early !== null) return Promise.resolve(stoppedReply(request, early));
  const over = new AbortController();
  function checkpoint(): void {
    const reason = flag.reason();
    if (reason === null) return;
    over.abort(reason);
    throw reason;
  }
  return unary(request, {
    caller,
    signal: over.signal,
    stage: recordStages(checkpoint, faultStage, (record) => {
      // Each is a message that wakes the main thread: a fiftieth of a small call.
      if (traced) tell({ kind: "stage", record });
    }),
    report: (facts) => tell({ kind: "facts", facts }),
  });
}
