// The service's own errors as values. Their statuses, codes and bodies are rows of the table of statuses. Also the
// place where an exception was thrown, for the log.
import type { FailureName } from "../statuses.ts";

/** The error of a call that the gateway has admitted. */
export type Failure =
  | { readonly error: "bad_request"; readonly field: string; readonly detail: string }
  | {
      readonly error: "request_too_large";
      readonly detail: string;
      readonly limitName: "input_tokens" | "records";
      readonly limit: number;
      readonly observed: number;
    }
  | { readonly error: Exclude<FailureName, "bad_request" | "request_too_large">; readonly detail: string };

/** @param field path of the field, as in `records[3].kind`; "" for the body as a whole */
export function badRequest(field: string, problem: string): Failure {
  return { error: "bad_request", field, detail: field === "" ? problem : `${field} ${problem}` };
}

export function requestTooLarge(limitName: "input_tokens" | "records", limit: number, observed: number): Failure {
  return {
    error: "request_too_large",
    detail: `${limitName} ${observed} exceeds limit ${limit}`,
    limitName,
    limit,
    observed,
  };
}

export function engineError(detail: string): Failure {
  return { error: "engine_error", detail };
}

export function notFound(detail: string): Failure {
  return { error: "not_found", detail };
}

/** The answer to an unexpected fault: a fixed text, never a stack, never the caller's text. */
export const unexpectedFault: Failure = engineError("the service could not answer this request");

/** Most frames of a stack that are kept. */
const FRAMES_MAX = 12;

/**
 * The frames of an error's stack, one per line. Never its message, which may quote what a caller sent, even in lines
 * that look like frames. Empty if the stack does not contain the message.
 */
export function framesOf({ message, stack = "" }: Error): string {
  const messageAt = stack.indexOf(message);
  if (messageAt < 0) return "";
  const lines = stack.slice(messageAt + message.length).split("\n");
  const frames = lines.filter((line) => line.startsWith("    at "));
  return frames.slice(0, FRAMES_MAX).join("\n");
}
