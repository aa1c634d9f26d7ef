// Bytes that no message can be read from are the caller's mistake. Connect answers INTERNAL to malformed protobuf and
// gives its own words to malformed JSON; this turns both into the failure that REST answers for the same mistake.
import { ConnectError, type HandlerContext } from "@connectrpc/connect";
import { badRequest, type Failure } from "../service/failure.ts";
import { parserErrors } from "../statuses.ts";
import { parserWords } from "./reading/parser-words.ts";
import { failureError } from "./writing/failure-reply.ts";

/**
 * For the router's `requestGate`. A parser's error reaches the call's signal as its reason before Connect writes it
 * out, and no interceptor sees it: the signal is the one place where it can still be changed.
 */
export function correctMalformed({ signal }: HandlerContext): void {
  signal.addEventListener("abort", () => correct(signal.reason), { once: true });
}

function correct(thrown: unknown): void {
  if (!(thrown instanceof ConnectError)) return;
  const isParser = parserErrors.some(([start, code]) => thrown.code === code && thrown.rawMessage.startsWith(start));
  if (!isParser) return;
  const { code, rawMessage, details } = failureError(unreadable(thrown.rawMessage));
  Object.assign(thrown, { code, rawMessage, details });
}

/** @param reason as Connect words it */
export function unreadable(reason: string): Failure {
  return badRequest("", `the body is not a readable message: ${parserWords(reason)}`);
}
