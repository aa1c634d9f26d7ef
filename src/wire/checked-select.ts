// The select handler for requests that protobuf carried: what protobuf cannot say of a message is looked at first.
import { ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import type { ContextHandlers } from "../service/answer.ts";
import { compilePresence } from "./reading/presence.ts";

export function checkedSelect({ select }: ContextHandlers): ContextHandlers["select"] {
  const failureOf = compilePresence(ContextRequestSchema);
  return (request, call) => {
    const failure = failureOf(request);
    return failure === null ? select(request, call) : Promise.resolve({ failure });
  };
}
