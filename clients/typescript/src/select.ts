// One call from request to selection over either protocol: check, encode once, send with retries until the deadline,
// verify the answer. Fails open: if no usable answer comes, the selection is the caller's own context and the reason.
import { verifiedAnswer } from "./answer.ts";
import { type BreakerOptions, createBreaker } from "./breaker.ts";
import { BadRequestError, EmptySelectionError, MalformedAnswerError, timedOut, WinnowError } from "./errors.ts";
import type { ContextRequest, ContextResponse } from "./gen/shapes.ts";
import { isFields } from "./json.ts";
import { abortError, sendWithRetries } from "./retries.ts";
import type { Send, Transport } from "./transport.ts";

/** The service answered: with a selection, or with the whole context if trimming would not pay. */
export interface Answered {
  readonly failedOpen: false;
  /** The block to put into the prompt. */
  readonly context: string;
  readonly response: ContextResponse;
  readonly cause: null;
}

/** No usable answer came: `context` is the whole text of every record, in order. */
export interface FailedOpen {
  readonly failedOpen: true;
  readonly context: string;
  readonly response: null;
  readonly cause: WinnowError;
}

export type Selection = Answered | FailedOpen;

export interface CallOptions {
  /**
   * The longest wait for the call, with all attempts and pauses, in milliseconds. 3,000 by default. Nothing is sent if
   * it is not above 0, so you can pass the rest of a time limit of your own.
   */
  readonly timeoutMs?: number | undefined;
  /** Aborts the call, which then rejects with the signal's reason. A time-out signal fails open like `timeoutMs`. */
  readonly signal?: AbortSignal | undefined;
  /** Throws the `WinnowError` instead of failing open. False by default. */
  readonly strict?: boolean | undefined;
}

export interface ClientDefaults extends CallOptions {
  /** After several failed calls in a row, the next ones fail open at once for a while. False turns this off. */
  readonly breaker?: BreakerOptions | false | undefined;
}

export interface WinnowClient {
  /**
   * Asks which of the records go into the prompt. Fails open.
   * @throws WinnowError in strict mode; the reason of `signal` if the caller aborts
   */
  readonly select: (request: ContextRequest, options?: CallOptions) => Promise<Selection>;
}

/** The service puts the same separator between two records. */
export const recordSeparator = "\n\n";

const TIMEOUT_MS_DEFAULT = 3_000;

/** The longest wait of a timer, about 25 days, in milliseconds. Timers fire at once for a longer one. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

export function clientOver(transport: Transport, { breaker: options = {}, ...defaults }: ClientDefaults): WinnowClient {
  const breaker = options === false ? null : createBreaker(options, isWinnowError, () => performance.now());
  return {
    select: async (request, given = {}) => {
      const { strict = defaults.strict ?? false } = given;
      try {
        const call = preparedCall(transport, request, { ...defaults, ...given });
        return await (breaker === null ? call() : breaker.run(call));
      } catch (error) {
        if (strict || !isWinnowError(error)) throw error;
        return failOpen(request, error);
      }
    },
  };
}

function isWinnowError(thrown: unknown): thrown is WinnowError {
  return thrown instanceof WinnowError;
}

/** @param request checked or not; only texts are read from it */
export function failOpen(request: Pick<ContextRequest, "records">, cause: WinnowError): FailedOpen {
  const records: unknown = isFields(request) ? request.records : [];
  const texts = (Array.isArray(records) ? records : []).flatMap((record: unknown) =>
    isFields(record) && typeof record.text === "string" ? [record.text] : [],
  );
  return { failedOpen: true, context: texts.join(recordSeparator), response: null, cause };
}

/** @throws WinnowError for a request that cannot be sent */
function preparedCall(transport: Transport, request: ContextRequest, options: CallOptions): () => Promise<Answered> {
  const { timeoutMs: given = TIMEOUT_MS_DEFAULT, signal: callers } = options;
  const startedAt = performance.now();
  const send = encoded(transport, checked(request));
  if (callers?.aborted) throw abortError(callers);
  if (!(given > 0)) throw timedOut(undefined);
  const timeoutMs = Math.ceil(Math.min(given, TIMEOUT_MS_MAX));
  return async () => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = callers === undefined ? deadline : AbortSignal.any([deadline, callers]);
    const leftMs = () => timeoutMs - (performance.now() - startedAt);
    const answer = verifiedAnswer(await sendWithRetries(send, signal, leftMs), request.request_id);
    assertNotEmpty(request, answer);
    assertKnownRecords(request, answer);
    const format_metrics = { ...answer.format_metrics, client_latency_ms: performance.now() - startedAt };
    const response = { ...answer, format_metrics };
    return { failedOpen: false, context: response.rendered_context, response, cause: null };
  };
}

/**
 * Plain JavaScript can pass anything. The client itself needs the id and the records; the service checks the rest.
 * @throws BadRequestError naming the field
 */
function checked(request: ContextRequest): ContextRequest {
  const fields: unknown = request;
  if (!isFields(fields)) throw new BadRequestError("the request is not an object");
  if (typeof fields.request_id !== "string") throw new BadRequestError("request_id is not a string");
  if (!Array.isArray(fields.records)) throw new BadRequestError("records is not an array");
  const wrong = fields.records.findIndex((record: unknown) => !isFields(record) || typeof record.text !== "string");
  if (wrong >= 0) throw new BadRequestError(`records[${wrong}].text is not a string`);
  return request;
}

/** @throws RequestTooLargeError; BadRequestError for values that cannot be encoded, such as a bigint */
function encoded(transport: Transport, request: ContextRequest): Send {
  try {
    return transport.prepare(request);
  } catch (thrown) {
    if (thrown instanceof WinnowError) throw thrown;
    throw new BadRequestError(`the request cannot be encoded: ${String(thrown)}`, { cause: thrown });
  }
}

/** @throws EmptySelectionError if the answer is empty although a record is not */
function assertNotEmpty({ records }: ContextRequest, answer: ContextResponse): void {
  const usable = records.some((record) => /\S/.test(record.text));
  const empty = answer.records_selected === 0 || answer.rendered_context.trim() === "";
  if (usable && empty) throw new EmptySelectionError("the answer is empty although the records are not");
}

/** @throws MalformedAnswerError for an id that was not sent. Only a record without an id gets another one. */
function assertKnownRecords({ records }: ContextRequest, { selected }: ContextResponse): void {
  const sent = new Set(records.map(({ id }) => id ?? null));
  const unknown = sent.has(null) ? -1 : selected.findIndex(({ record_id }) => !sent.has(record_id));
  if (unknown >= 0) throw new MalformedAnswerError(`answer.selected[${unknown}].record_id was not sent`);
}

/** 128 random bits. Not `randomUUID`: web pages without TLS lack it. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
