// What can go wrong with a call, one class for each thing a caller may want to do about it, the same on every wire.
// `kind` says the same as the class, for logs and for code that was bundled twice. Messages never hold a key.

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
  | "empty_selection";

/** A wait that the service asked for, in milliseconds; "never" when it asked not to be tried again. */
export type RetryAfter = number | "never" | null;

export interface ErrorFacts {
  /** HTTP status, or what stands for it on gRPC; null when no answer came or a 200 was unusable. */
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

/** 400: the request is malformed; the message names the field. Fix the request. */
export class BadRequestError extends WinnowError {
  readonly kind = "bad_request";
}

/** 401: the key never arrived. Fix the client, or what stands between it and the service. */
export class UnauthenticatedError extends WinnowError {
  readonly kind = "unauthenticated";
}

/** 402: out of credit. Reserved: no service sends it today. */
export class OutOfCreditError extends WinnowError {
  readonly kind = "out_of_credit";
}

/** 403: the key arrived and was refused. Fix the credential; trying again cannot help. */
export class ForbiddenError extends WinnowError {
  readonly kind = "forbidden";
}

/** 404: no such call at this address. Fix `baseUrl`. */
export class NotFoundError extends WinnowError {
  readonly kind = "not_found";
}

export interface Ceiling {
  /** `input_tokens`, `records`, or `body_bytes` for what is larger than any request may be. */
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

/** 429: the daily quota is spent. Passes when the day rolls. */
export class QuotaExceededError extends WinnowError {
  readonly kind = "quota_exceeded";
}

/** 500 of the service itself: the same request fails the same way again. */
export class EngineError extends WinnowError {
  readonly kind = "engine_error";
}

/** 503, or a 5xx of something in front of the service. Passes by itself. */
export class UnavailableError extends WinnowError {
  readonly kind = "unavailable";
}

/** A status that the interface does not know. */
export class UnexpectedStatusError extends WinnowError {
  readonly kind = "unexpected_status";
}

/** No answer: refused, reset, cut off, or no such host. */
export class ConnectionError extends WinnowError {
  readonly kind = "connection_failed";
}

/** The deadline passed before an answer was there; or a 408, before all of the request was. */
export class TimedOutError extends WinnowError {
  readonly kind = "timed_out";
}

export function timedOut(cause: unknown): TimedOutError {
  return new TimedOutError("no answer came in time: raise timeoutMs, or send less", { cause });
}

/** A 200 that is not JSON, lacks a required field or holds one of another type. */
export class MalformedAnswerError extends WinnowError {
  readonly kind = "malformed_answer";
}

/** The answer belongs to another request. */
export class WrongEchoError extends WinnowError {
  readonly kind = "wrong_echo";
}

/** The answer holds nothing although the records do. */
export class EmptySelectionError extends WinnowError {
  readonly kind = "empty_selection";
}
