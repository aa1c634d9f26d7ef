// What a call is answered whose client has left or whose deadline has passed. Few will read it.
import { refuse } from "./refuse.ts";
import type { Reply } from "./reply.ts";
import { stoppedError } from "./settle-call.ts";
import type { WholeReply, WholeRequest } from "./whole.ts";
import { errorReply } from "./writing/error-reply.ts";

/** @param reason what the call's signal was aborted with */
export function stoppedReply({ protocol, headers }: WholeRequest, reason: unknown): WholeReply {
  if (protocol === "rest") return stoppedRest();
  return errorReply(protocol, headers["content-type"] ?? "", stoppedError(reason));
}

/** Whoever does read it may try again. */
export function stoppedRest(): Reply {
  return refuse({ refused: "unavailable", retryAfterMs: null }, "rest");
}
