// The engine of this machine as what answers the tool: no server, no key, nothing leaves the process. Calls as small as
// the service answers on its own thread are answered on this one, the others in a worker.
import { setImmediate } from "node:timers/promises";
import { type ContextResponse, errorOfStatus } from "winnow-client";
import { ContextResponseSchema } from "../../gen/winnow/v1/context_pb.ts";
import { answerLocally } from "../local/selection.ts";
import { compileJsonWriter } from "../protocols/json/writer.ts";
import { LARGE_BYTES } from "../scheduling/cost.ts";
import { statuses } from "../statuses.ts";
import { readArguments } from "./read-arguments.ts";
import type { Select, ToolCall } from "./select-tool.ts";

const write = compileJsonWriter(ContextResponseSchema);

/** @param inWorker answers what is large */
export function answerHere(inWorker: Select): Select {
  return (call, signal) => (isLarge(call) ? inWorker(call, signal) : onThisThread(call, signal));
}

/** One without a budget is soon refused, and in words of its own. */
function isLarge({ request, body }: ToolCall): boolean {
  return body.length >= LARGE_BYTES && "budget" in request && Object(request.budget) === request.budget;
}

const onThisThread: Select = async ({ request }, signal) => {
  const message = readArguments(request);
  const checkpoint = () => signal.throwIfAborted();
  const answer = await answerLocally(
    message,
    async (_name, work) => {
      // Between two stages other messages are read, the one that cancels this call among them.
      await setImmediate();
      checkpoint();
      return work(checkpoint);
    },
    signal,
  );
  if ("failure" in answer) throw errorOfStatus(statuses[answer.failure.error].http, answer.failure);
  const response: ContextResponse = JSON.parse(write(answer.message));
  return response;
};
