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
  TimedOutError,
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
  const told = `${status}${detail && `, ${detail}`}${isOurs(said) ? "" : ", not of the service itself"}`;
  switch (status) {
    case 400:
      return new BadRequestError(`the request is malformed: ${detail || told}`, facts);
    case 401:
      return new UnauthenticatedError(`no key arrived (${told}): fix the client or the proxy that drops it`, facts);
    case 402:
      return new OutOfCreditError(`the organisation is out of credit (${told})`, facts);
    case 403:
      return new ForbiddenError(`the key was refused (${told}): fix the credential`, facts);
    case 404:
      return new NotFoundError(`no such call at this address (${told}): fix baseUrl`, facts);
    case 408:
      return new TimedOutError(`the request took too long to arrive (${told}): send less`, facts);
    case 413:
      return tooLarge(said, `the request is too large (${told}): send less`, facts);
    case 429:
      return said.message === quotaText
        ? new QuotaExceededError("the organisation's quota of today (UTC) is spent (429): wait for tomorrow's", facts)
        : new ThrottledError("too many calls a second (429): send fewer", facts);
    default:
      return status >= 500 ? serverError(said, detail, facts) : unexpected(facts);
  }
}

/** Whatever the service says has one of these names; a page of a proxy has none. */
function isOurs({ error, message, Message }: Readonly<Record<string, unknown>>): boolean {
  return [error, message, Message].some((said) => said !== undefined);
}

/** The service's own 500 carries `error`; what stands in front of it says anything but that. */
function serverError(said: Readonly<Record<string, unknown>>, detail: string, facts: ErrorFacts): WinnowError {
  if (said.error !== undefined) return new EngineError(`the service cannot answer this request: ${detail}`, facts);
  return new UnavailableError(`the service is unavailable (${facts.status}): try again later`, facts);
}

function tooLarge(said: Readonly<Record<string, unknown>>, message: string, facts: ErrorFacts): WinnowError {
  const ceiling = {
    limitName: typeof said.limit_name === "string" ? said.limit_name : null,
    limit: typeof said.limit === "number" ? said.limit : null,
    observed: typeof said.observed === "number" ? said.observed : null,
  };
  return new RequestTooLargeError(message, ceiling, facts);
}

function unexpected(facts: ErrorFacts): WinnowError {
  return new UnexpectedStatusError(`unexpected status ${facts.status}: see what stands at baseUrl`, facts);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
