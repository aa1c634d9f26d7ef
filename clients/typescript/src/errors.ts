// The errors of a call, one class for each reaction that a caller may want, the same over REST and gRPC. `kind`
// identifies the class, for logs and for code that was bundled twice. Messages never hold a key.

export type ErrorKind =
  | "bad_request"
  | "unauthenticated"
  | "out_of_credit"
  | "forbidden"
  | "not_found"
  | "request_too_large"
  | "throttled"
  | "quota_exceeded"
  | "engine_error"
  | "unavailable"
  | "unexpected_status"
  | "connection_failed"
  | "timed_out"
  | "malformed_answer"
  | "wrong_echo"
  | "empty_selection"
  | "circuit_open";

/** The wait that the service asked for, in milliseconds; "never" if the service asked for no retry. */
export type RetryAfter = number | "never" | null;

export interface ErrorFacts {
  /** The HTTP status, or its equivalent on gRPC. Null if no answer came or the answer was an unusable 200. */
  readonly status?: number;
  readonly retryAfter?: RetryAfter;
  readonly cause?: unknown;
}

export abstract class WinnowError extends Error {
  abstract readonly kind: ErrorKind;
  readonly status: number | null;
  readonly retryAfter: RetryAfter;

  constructor(message: string, { status, retryAfter, cause }: ErrorFacts = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.name = new.target.name;
    this.status = status ?? null;
    this.retryAfter = retryAfter ?? null;
  }
}

/** 400, or a request that cannot be sent: the message names the field. Fix the request. */
export class BadRequestError extends WinnowError {
  readonly kind = "bad_request";
}

/** 401: no key arrived. Fix the client, or the proxy that drops the header. */
export class UnauthenticatedError extends WinnowError {
  readonly kind = "unauthenticated";
}

/** 402: out of credit. Reserved: no service sends it today. */
export class OutOfCreditError extends WinnowError {
  readonly kind = "out_of_credit";
}

/** 403: the service rejected the key. Fix the credential; a retry cannot help. */
export class ForbiddenError extends WinnowError {
  readonly kind = "forbidden";
}

/** 404: no such call at this address. Fix `baseUrl`. */
export class NotFoundError extends WinnowError {
  readonly kind = "not_found";
}

interface Ceiling {
  /** `input_tokens`, `records`, or `body_bytes` for a body that is larger than any request may be. */
  readonly limitName: string | null;
  readonly limit: number | null;
  readonly observed: number | null;
}

/** 413: over a ceiling. Shrink or split the request by `limit` and `observed`. */
export class RequestTooLargeError extends WinnowError {
  readonly kind = "request_too_large";
  readonly limitName: string | null;
  readonly limit: number | null;
  readonly observed: number | null;

  constructor(message: string, { limitName, limit, observed }: Ceiling, facts: ErrorFacts = {}) {
    super(message, facts);
    this.limitName = limitName;
    this.limit = limit;
    this.observed = observed;
  }
}

/** 429: too many calls a second. Passes by itself. */
export class ThrottledError extends WinnowError {
  readonly kind = "throttled";
}

/** 429: the daily quota is used up. Passes at the end of the day (UTC). */
export class QuotaExceededError extends WinnowError {
  readonly kind = "quota_exceeded";
}

/** 500 of the service itself: the same request would fail again. */
export class EngineError extends WinnowError {
  readonly kind = "engine_error";
}

/** 503, or a 5xx of a proxy or platform in front of the service. Passes by itself. */
export class UnavailableError extends WinnowError {
  readonly kind = "unavailable";
}

/** A status that the interface does not have. */
export class UnexpectedStatusError extends WinnowError {
  readonly kind = "unexpected_status";
}

/** No answer: the connection was refused, reset or cut off, or the host does not exist. */
export class ConnectionError extends WinnowError {
  readonly kind = "connection_failed";
}

/** The deadline passed before the answer came; or 408: the request took too long to arrive. */
export class TimedOutError extends WinnowError {
  readonly kind = "timed_out";
}

export function timedOut(cause: unknown): TimedOutError {
  return new TimedOutError("no answer came in time: raise timeoutMs, or send less", { cause });
}

/** An answer that cannot be decoded, lacks a required field or has a field of another type. */
export class MalformedAnswerError extends WinnowError {
  readonly kind = "malformed_answer";
}

/** The answer belongs to another request. */
export class WrongEchoError extends WinnowError {
  readonly kind = "wrong_echo";
}

/** The answer is empty although the records are not. */
export class EmptySelectionError extends WinnowError {
  readonly kind = "empty_selection";
}

/** Not sent, because the last calls failed. A call a few seconds later is sent again. `cause` is the last failure. */
export class CircuitOpenError extends WinnowError {
  readonly kind = "circuit_open";
}
