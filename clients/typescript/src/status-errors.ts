// Turns the status and body of an answer that is not a 200 into an error that says what to do.
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
import { quotaMessage } from "./gen/statuses.ts";
import { isFields } from "./json.ts";

type Body = Readonly<Record<string, unknown>>;

/** @param json the parsed body; any other value if the body was not a JSON object */
export function errorOfStatus(status: number, json: unknown, retryAfter: RetryAfter = null): WinnowError {
  const body = isFields(json) ? json : {};
  const message = messageOf(body);
  const answer = describe(status, message, body);
  const facts = { status, retryAfter };
  switch (status) {
    case 400:
      return new BadRequestError(`the request is malformed: ${message === "" ? answer : message}`, facts);
    case 401:
      return new UnauthenticatedError(`no key arrived (${answer}): fix the client or the proxy that drops it`, facts);
    case 402:
      return new OutOfCreditError(`the organisation is out of credit (${answer})`, facts);
    case 403:
      return new ForbiddenError(`the service rejected the key (${answer}): fix the credential`, facts);
    case 404:
      return new NotFoundError(`no such call at this address (${answer}): fix baseUrl`, facts);
    case 408:
      return new TimedOutError(`the request took too long to arrive (${answer}): send less`, facts);
    case 413:
      return new RequestTooLargeError(`the request is too large (${answer}): send less`, ceilingOf(body), facts);
    case 429:
      return body.message === quotaMessage
        ? new QuotaExceededError(
            "the organisation has used up its quota of today (UTC) (429): wait for tomorrow",
            facts,
          )
        : new ThrottledError(`too many calls a second (${answer}): send fewer`, facts);
    default:
      return status >= 500 ? serverError(answer, body, facts) : unexpected(facts);
  }
}

/** `detail` is the service's, `message` and `Message` are the gateway's. */
function messageOf({ detail, message, Message }: Body): string {
  return [detail, message, Message].find((text) => typeof text === "string" && text !== "")?.toString() ?? "";
}

/** The service and its gateway always send one of these fields; the page of a proxy has none. */
function describe(status: number, message: string, { error, message: ofGateway, Message }: Body): string {
  const isOurs = [error, ofGateway, Message].some((field) => field !== undefined);
  return `${status}${message && `, ${message}`}${isOurs ? "" : ", not sent by the service itself"}`;
}

/** The service's own 500 has `error`. A proxy in front of it sends anything else. */
function serverError(answer: string, { error }: Body, facts: ErrorFacts): WinnowError {
  if (error !== undefined) return new EngineError(`the service cannot answer this request (${answer})`, facts);
  return new UnavailableError(`the service is unavailable (${answer}): try again later`, facts);
}

function ceilingOf({ limit_name, limit, observed }: Body) {
  return {
    limitName: typeof limit_name === "string" ? limit_name : null,
    limit: typeof limit === "number" ? limit : null,
    observed: typeof observed === "number" ? observed : null,
  };
}

function unexpected(facts: ErrorFacts): WinnowError {
  return new UnexpectedStatusError(`unexpected status ${facts.status}: see what runs at baseUrl`, facts);
}
