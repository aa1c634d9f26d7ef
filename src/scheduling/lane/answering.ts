// A whole call in, its answer out, from wherever placement.ts says: this thread, a worker, or nowhere.
import type { Refusal } from "../../gateway/admission.ts";
import { stoppedReply, unavailable } from "../../protocols/refusals.ts";
import type { WholeReply, WholeRequest } from "../../protocols/reply.ts";
import type { Unary } from "../../protocols/unary.ts";
import type { Call } from "../../service/call.ts";
import type { PooledCall } from "../../workers/job.ts";
import { isLarge, workBytes } from "../../workers/large.ts";
import type { WorkerPool } from "../../workers/pool.ts";
import type { Lane } from "./lane.ts";
import { type Place, placeOf } from "./placement.ts";

export interface Answering {
  /** Where a select call of so many bytes would be answered that came now. One for which it is nowhere is counted. */
  readonly placeFor: (bytes: number, large: boolean) => Place;
  /** There was no room for a call of so many bytes among those in flight. */
  readonly noRoom: (bytes: number) => void;
  /** @param selects any other call takes no time worth waiting for */
  readonly answer: (request: WholeRequest, call: Call & PooledCall, selects: boolean) => Promise<WholeReply | Refusal>;
}

/** @param workers null: every call is answered on this thread */
export function createAnswering(unary: Unary, lane: Lane, workers: WorkerPool | null): Answering {
  function placeFor(bytes: number, large: boolean): Place {
    const worker = workers === null ? null : () => workers.expected(bytes);
    const place = placeOf(large, () => lane.expected(bytes), worker);
    if (place === "nowhere") {
      workers?.turnedAway(bytes);
      if (!large || workers === null) lane.turnedAway(bytes);
    }
    return place;
  }

  return {
    placeFor,
    noRoom: lane.noRoom,
    answer: (request, call, selects) => {
      if (call.signal.aborted) return Promise.resolve(stoppedReply(request, call.signal.reason));
      const place = selects ? placeFor(workBytes(request), isLarge(request)) : "here";
      if (place === "nowhere") return Promise.resolve(unavailable);
      if (place === "worker" && workers !== null) return workers.answer(request, call);
      return selects ? lane.answer(request, call) : unary(request, call);
    },
  };
}
