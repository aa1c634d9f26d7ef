// The status and body of an answer that is not a 200, as the error that says what to do about it.
import {
  BadRequestError,
  EngineError,
  type ErrorFacts,
  ForbiddenError,
  NotFoundError,
  OutOfCreditError,
  QuotaExceededError,
  RequestTooLargeError,
  type RetryAfter,
  ThrottledError,
  UnauthenticatedError,
  UnavailableError,
  UnexpectedStatusError,
  type WinnowError,
} from "./errors.ts";
import { isFields } from "./fields.ts";

/** What the gateway says when the daily quota is spent. Any other 429 is a throttle. */
const quotaText = "Limit Exceeded";

/** @param body parsed JSON, or anything else when the body was none */
export function errorOfStatus(status: number, body: unknown, retryAfter: RetryAfter = null): WinnowError {
  const facts = { status, retryAfter };
  const said = isFields(body) ? body : {};
  const detail = textOf(said.detail);
  switch (status) {
    case 400:
      return new BadRequestError(`the request is malformed: ${detail}`, facts);
    case 401:
      return new UnauthenticatedError("no key arrived (401): fix the client or the proxy that drops it", facts);
    case 402:
      return new OutOfCreditError("the organisation is out of credit (402)", facts);
    case 403:
      return new ForbiddenError("the key was refused (403): fix the credential", facts);
    case 404:
      return new NotFoundError(`no such call at this address (404${detail && `, ${detail}`}): fix baseUrl`, facts);
    case 413:
      return tooLarge(said, detail, facts);
    case 429:
      return said.message === quotaText
        ? new QuotaExceededError("the organisation's quota of today (UTC) is spent (429): wait for tomorrow's", facts)
        : new ThrottledError("too many calls a second (429): send fewer", facts);
    default:
      return status >= 500 ? serverError(said, detail, facts) : unexpected(facts);
  }
}

/** The service's own 500 carries `error`; what stands in front of it says anything but that. */
function serverError(said: Readonly<Record<string, unknown>>, detail: string, facts: ErrorFacts): WinnowError {
  if (said.error !== undefined) return new EngineError(`the service cannot answer this request: ${detail}`, facts);
  return new UnavailableError(`the service is unavailable (${facts.status}): try again later`, facts);
}

function tooLarge(said: Readonly<Record<string, unknown>>, detail: string, facts: ErrorFacts): WinnowError {
  const ceiling = {
    limitName: typeof said.limit_name === "string" ? said.limit_name : null,
    limit: typeof said.limit === "number" ? said.limit : null,
    observed: typeof said.observed === "number" ? said.observed : null,
  };
  return new RequestTooLargeError(
    `the request is too large (413${detail && `, ${detail}`}): send less`,
    ceiling,
    facts,
  );
}

function unexpected(facts: ErrorFacts): WinnowError {
  return new UnexpectedStatusError(`unexpected status ${facts.status}`, facts);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
