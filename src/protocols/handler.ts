// Runs the handler of an RPC: returns its message, or throws one error, which each RPC protocol writes in its own form.
import { ConnectError } from "@connectrpc/connect";
import { ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import { type Answer, type Call, type ContextHandlers, isDeadline } from "../service/call.ts";
import { unexpectedFault } from "../service/failure.ts";
import { statuses } from "../statuses.ts";
import { failureError } from "./errors.ts";
import { compileChecks } from "./json/checks.ts";

/**
 * @param call its signal ends the work
 * @param onFault receives what the handler threw; callers never see it
 * @throws ConnectError and nothing else
 */
export async function runHandler<Message>(
  call: Call,
  onFault: (fault: unknown) => void,
  work: (call: Call) => Promise<Answer<Message>>,
): Promise<Message> {
  let answer: Answer<Message>;
  try {
    answer = await work(call);
  } catch (fault) {
    if (call.signal.aborted) throw abortError(call.signal.reason);
    onFault(fault);
    throw failureError(unexpectedFault);
  }
  // The caller no longer waits, whether or not the work is done.
  if (call.signal.aborted) throw abortError(call.signal.reason);
  if ("failure" in answer) throw failureError(answer.failure);
  return answer.message;
}

/** @param reason with which the call's signal was aborted */
export function abortError(reason: unknown): ConnectError {
  if (reason instanceof ConnectError) return reason;
  return isDeadline(reason)
    ? new ConnectError("the deadline has passed", statuses.deadline_exceeded.code)
    : new ConnectError("the call was cancelled", statuses.cancelled.code);
}

export function checkedSelect({ select }: ContextHandlers): ContextHandlers["select"] {
  const failureOf = compileChecks(ContextRequestSchema);
  return (request, call) => {
    const failure = failureOf(request);
    return failure === null ? select(request, call) : Promise.resolve({ failure });
  };
}
