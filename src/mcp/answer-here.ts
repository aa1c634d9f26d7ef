// The engine of this machine as what answers the tool: no server, no key, nothing leaves the process.
import { setImmediate } from "node:timers/promises";
import { ContextResponseSchema } from "../../gen/winnow/v1/context_pb.ts";
import type { ContextResponse } from "../client/shapes.ts";
import { errorOfStatus } from "../client/status-errors.ts";
import { answerLocally } from "../local/selection.ts";
import { failureTable } from "../service/failure.ts";
import { compileJsonWriter } from "../wire/json-writer.ts";
import { readArguments } from "./read-arguments.ts";
import type { Select } from "./select-tool.ts";

const write = compileJsonWriter(ContextResponseSchema);

export const answerHere: Select = async (args, signal) => {
  const request = readArguments(args);
  const checkpoint = () => signal.throwIfAborted();
  const answer = await answerLocally(
    request,
    async (_name, work) => {
      // Between two stages other messages are read, the one that cancels this call among them.
      await setImmediate();
      checkpoint();
      return work(checkpoint);
    },
    signal,
  );
  if ("failure" in answer) throw errorOfStatus(failureTable[answer.failure.error].httpStatus, answer.failure);
  const response: ContextResponse = JSON.parse(write(answer.message));
  return response;
};
