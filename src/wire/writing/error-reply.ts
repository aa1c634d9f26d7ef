// An RPC error as a finished reply of its protocol, for what is answered without Connect; and what each protocol says
// of a fault that nobody foresaw: the fixed failure and nothing of what went wrong.
import { Code, ConnectError } from "@connectrpc/connect";
import { codeToHttpStatus, errorToJson } from "@connectrpc/connect/protocol-connect";
import { unexpectedFault } from "../../service/failure.ts";
import { jsonReply, type Protocol, type Reply } from "../reply.ts";
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
  return jsonReply(httpStatus, JSON.stringify(errorToJson(error, undefined)));
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

function bareError(httpStatus: number): ConnectError {
  if (httpStatus === 405) return new ConnectError("the method takes POST", Code.Unimplemented);
  if (httpStatus === 415)
    return new ConnectError("the content type, or the encoding that a GET names, is not served", Code.Unimplemented);
  if (httpStatus === 505) return new ConnectError("the method needs HTTP/2", Code.Unimplemented);
  return failureError(unexpectedFault);
}
