// What a caller is told when something failed that nobody foresaw, in the words of its protocol: the fixed failure and
// nothing of what went wrong.
import { unexpectedFault } from "../service/failure.ts";
import { failureError, failureReply } from "../wire/failure-reply.ts";
import { jsonReply, type Protocol, type Reply } from "../wire/reply.ts";
import { trailersOnly } from "../wire/trailers-only.ts";

/** @param contentType of the request: a gRPC reply echoes it */
export function faultReply(protocol: Protocol, contentType = ""): Reply {
  if (protocol === "rest") return failureReply(unexpectedFault);
  if (protocol !== "connect") return trailersOnly(failureError(unexpectedFault), contentType);
  return jsonReply(500, JSON.stringify({ code: "internal", message: unexpectedFault.detail }));
}
