// An RPC error as a finished reply of its protocol, for what is answered without Connect; and what each protocol says
// of a fault that nobody foresaw: the fixed failure and nothing of what went wrong.
import { ConnectError } from "@connectrpc/connect";
import { codeToHttpStatus, errorToJson } from "@connectrpc/connect/protocol-connect";
import { unexpectedFault } from "../../service/failure.ts";
import { statuses } from "../../statuses.ts";
import type { Protocol, Reply } from "../reply.ts";
import { failureError, failureReply } from "./failure-reply.ts";
import { trailersOnly } from "./trailers-only.ts";

/**
 * @param contentType of the request: a gRPC reply echoes it
 * @param httpStatus for Connect, where its code's own does not fit; the gRPC protocols always answer 200
 */
export function errorReply(
  protocol: Protocol,
  contentType: string,
  error: ConnectError,
  httpStatus: number = codeToHttpStatus(error.code),
): Reply {
  if (protocol === "grpc" || protocol === "grpc-web") return trailersOnly(error, contentType);
  const headers = { "content-type": "application/json" };
  return { status: httpStatus, headers, body: JSON.stringify(errorToJson(error, undefined)) };
}

/** For one of the bare HTTP statuses that Connect answers: they are no answer in any of the protocols. */
export function bareStatusReply(protocol: Protocol, contentType: string, httpStatus: number): Reply {
  return errorReply(protocol, contentType, bareError(httpStatus), httpStatus);
}

/** @param contentType of the request: a gRPC reply echoes it */
export function faultReply(protocol: Protocol, contentType: string): Reply {
  if (protocol === "rest") return failureReply(unexpectedFault);
  return errorReply(protocol, contentType, failureError(unexpectedFault));
}

const bareStatuses = [
  [statuses.wrong_method, "the method takes POST"],
  [statuses.wrong_content_type, "the content type, or the encoding that a GET names, is not served"],
  [statuses.needs_http2, "the method needs HTTP/2"],
] as const;

function bareError(httpStatus: number): ConnectError {
  const found = bareStatuses.find(([{ http }]) => http === httpStatus);
  if (found === undefined) return failureError(unexpectedFault);
  const [{ code }, text] = found;
  return new ConnectError(text, code);
}
