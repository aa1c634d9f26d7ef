// The arguments of a tool call as the strict reader of /v1 takes them, before anything is sent anywhere.
import { type ContextRequest, errorOfStatus } from "winnow-client";
import type { ContextRequest as RequestMessage } from "../../gen/winnow/v1/context_pb.ts";
import { readRequest } from "../local/selection.ts";
import { statuses } from "../statuses.ts";

/** @throws BadRequestError naming the field */
export function readArguments(args: object): RequestMessage {
  const read = readRequest(args, {});
  if ("failure" in read) throw errorOfStatus(statuses[read.failure.error].http, read.failure);
  return read.message;
}

/** For whoever sends them on as they are. @throws BadRequestError naming the field */
export function assertRequest(args: object): asserts args is ContextRequest {
  readArguments(args);
}
