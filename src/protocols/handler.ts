// Runs one handler of an RPC to its end: its message, or the one error that every RPC protocol then words in its own
// way.
import { ConnectError } from "@connectrpc/connect";
import { ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import { type Answer, type Call, type ContextHandlers, isDeadline } from "../service/call.ts";
import { unexpectedFault } from "../service/failure.ts";
import { statuses } from "../statuses.ts";
import { failureError } from "./errors.ts";
import { compilePresence } from "./json/checks.ts";
import type { BufferedReply, BufferedRequest } from "./reply.ts";

/** Answers a unary call. Never throws. */
export type Unary = (request: BufferedRequest, call: Call) => Promise<BufferedReply>;

/**
 * @param call its signal ends the work
 * @param onFault is told of what the handler threw, which callers never see
 * @throws ConnectError and nothing else
 */
export async function settleCall<Message>(
  call: Call,
  onFault: (fault: unknown) => void,
  work: (call: Call) => Promise<Answer<Message>>,
): Promise<Message> {
  let answer: Answer<Message>;
  try {
    answer = await work(call);
  } catch (fault) {
    if (call.signal.aborted) throw stoppedError(call.signal.reason);
    onFault(fault);
    throw failureError(unexpectedFault);
  }
  // Finished or not: nobody waits for it any more.
  if (call.signal.aborted) throw stoppedError(call.signal.reason);
  if ("failure" in answer) throw failureError(answer.failure);
  return answer.message;
}

/** @param reason what the call's signal was aborted with */
export function stoppedError(reason: unknown): ConnectError {
  if (reason instanceof ConnectError) return reason;
  return isDeadline(reason)
    ? new ConnectError("the deadline has passed", statuses.deadline_exceeded.code)
    : new ConnectError("the call was cancelled", statuses.cancelled.code);
}

export function checkedSelect({ select }: ContextHandlers): ContextHandlers["select"] {
  const failureOf = compilePresence(ContextRequestSchema);
  return (request, call) => {
    const failure = failureOf(request);
    return failure === null ? select(request, call) : Promise.resolve({ failure });
  };
}
