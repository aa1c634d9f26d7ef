// A call in the lane, from the moment it comes to its one answer. Nobody waits for it any more: as long as it waits
// itself it is dropped then; once it has begun, the engine is told by the call's own signal.
import type { Refusal } from "../../gateway/admission.ts";
import { stoppedReply, unavailable } from "../../protocols/refusals.ts";
import type { WholeReply, WholeRequest } from "../../protocols/reply.ts";
import type { Call } from "../../service/call.ts";
import { workBytes } from "../../workers/large.ts";
import type { Waiting } from "../queue.ts";

export type LaneReply = WholeReply | Refusal;

export interface LaneJob extends Waiting {
  readonly request: WholeRequest;
  readonly call: Call;
  readonly resolve: (reply: LaneReply) => void;
  readonly reject: (fault: unknown) => void;
  /** Of the call, while it waits. */
  readonly onAbort: () => void;
}

/**
 * Makes a job of a call, and gives back its answer.
 * @param put is given the job; false when there is no room for it
 * @param drop is told of a job that nobody waits for any more
 */
export function asLaneJob(
  request: WholeRequest,
  call: Call,
  sinceMs: number,
  put: (job: LaneJob) => boolean,
  drop: (job: LaneJob) => void,
): Promise<LaneReply> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      drop(job);
      resolve(stoppedReply(request, call.signal.reason));
    };
    const job: LaneJob = { bytes: workBytes(request), sinceMs, request, call, resolve, reject, onAbort };
    if (put(job)) call.signal.addEventListener("abort", onAbort);
    else resolve(unavailable);
  });
}

/** It has begun, or has been given up. */
export function waitsNoMore({ call, onAbort }: LaneJob): void {
  call.signal.removeEventListener("abort", onAbort);
}
