// What a caller is told whose body could not be taken.
import { failureReply } from "../protocols/errors.ts";
import { unavailable } from "../protocols/refusals.ts";
import { badRequest } from "../service/failure.ts";
import type { BodyProblem } from "./body.ts";
import type { OpenCall } from "./open-call.ts";

/** Whether it arrived, and in a coding that nobody can undo. */
export function isUndecodable(body: Buffer | BodyProblem): boolean {
  return body === "unknown_encoding" || body === "corrupt";
}

export function answerBodyProblem(problem: BodyProblem, open: OpenCall): void {
  if (problem === "too_long") open.refuse({ refused: "body_too_long", retryAfterMs: null });
  else if (problem === "no_room") open.refuse(unavailable);
  else if (problem === "unknown_encoding") {
    open.answer(failureReply(badRequest("", "content-encoding must be gzip, deflate or identity")));
  } else if (problem === "corrupt") {
    open.answer(failureReply(badRequest("", "the body cannot be decompressed as its content-encoding says")));
  }
}
