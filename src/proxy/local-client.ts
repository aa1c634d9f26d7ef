// The engine of this machine as a client of the service, for sessions: no server, no key, nothing leaves the process.
// Fails open like every client.
import { setImmediate } from "node:timers/promises";
import { type ContextResponse, EngineError, type Selection, type WinnowClient, WinnowError } from "winnow-client";
import { ContextResponseSchema } from "../../gen/winnow/v1/context_pb.ts";
import type { Stage } from "../engine/model.ts";
import { answerLocally, readRequest } from "../local/selection.ts";
import { compileJsonWriter } from "../protocols/json/writer.ts";

/** An agent waits no longer for a selection. Milliseconds. */
const TIMEOUT_MS = 3_000;

const write = compileJsonWriter(ContextResponseSchema);

export const localClient: WinnowClient = {
  select: async (request): Promise<Selection> => {
    try {
      const response = await answered(request, AbortSignal.timeout(TIMEOUT_MS));
      return { failedOpen: false, context: response.rendered_context, response, cause: null };
    } catch (error) {
      const cause = error instanceof WinnowError ? error : new EngineError("the selection failed", { cause: error });
      const context = request.records.map(({ text }) => text).join("\n\n");
      return { failedOpen: true, context, response: null, cause };
    }
  },
};

async function answered(request: object, signal: AbortSignal): Promise<ContextResponse> {
  const read = readRequest(request, { detailed: true });
  if ("failure" in read) throw new EngineError(read.failure.detail);
  const checkpoint = () => signal.throwIfAborted();
  // Between two stages, streams of other conversations go on.
  const stage: Stage = async (_name, work) => {
    await setImmediate();
    checkpoint();
    return work(checkpoint);
  };
  const answer = await answerLocally(read.message, stage, signal);
  if ("failure" in answer) throw new EngineError(answer.failure.detail);
  const response: ContextResponse = JSON.parse(write(answer.message));
  return response;
}
