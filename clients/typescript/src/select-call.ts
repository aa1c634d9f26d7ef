// One call from request to selection over whatever wire: encode once, attempt until the retry table or the deadline
// says stop, verify the answer, fail open. Only an abort of the caller's own is ever thrown outside strict mode.
import { verifiedAnswer } from "./answer.ts";
import { attempted, type Send } from "./attempts.ts";
import { BadRequestError, EmptySelectionError, MalformedAnswerError, WinnowError } from "./errors.ts";
import type { ContextRequest, ContextResponse } from "./gen/shapes.ts";
import { type Answered, failedOpen, type Selection } from "./selection.ts";

/** The longest that timers wait, in milliseconds: some 25 days. They take a longer wait for none at all. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

/** How long a caller waits for its context when it does not say, in milliseconds. */
const TIMEOUT_MS_DEFAULT = 10_000;

export interface CallOptions {
  /**
   * The longest wait for the call, every attempt and pause included, in milliseconds. 10,000 unless said otherwise.
   * What is left of a time of your own will do: none left, or less than that, is timed out at once.
   */
  readonly timeoutMs?: number | undefined;
  /** Gives up the call: it then rejects with the signal's reason. A time-out signal fails open like `timeoutMs`. */
  readonly signal?: AbortSignal | undefined;
  /** Throws the `WinnowError` instead of falling back to the caller's own context. False unless said otherwise. */
  readonly strict?: boolean | undefined;
}

/** How requests travel. */
export interface Wire {
  /** Encodes once for every attempt. @throws RequestTooLargeError before anything is sent */
  readonly prepare: (request: ContextRequest) => Send;
}

export interface WinnowClient {
  /**
   * Asks which of the records go into the prompt. Fails open: when no usable answer comes in time, the selection holds
   * the context of the request itself and the cause.
   * @throws WinnowError in strict mode; the reason of `signal` when the caller aborts
   */
  readonly select: (request: ContextRequest, options?: CallOptions) => Promise<Selection>;
}

export function clientOver(wire: Wire, defaults: CallOptions): WinnowClient {
  return {
    select: async (request, options = {}) => {
      const { strict = defaults.strict ?? false } = options;
      try {
        return await answered(wire, request, { ...defaults, ...options });
      } catch (error) {
        if (strict || !(error instanceof WinnowError)) throw error;
        return failedOpen(request.records, error);
      }
    },
  };
}

async function answered(wire: Wire, request: ContextRequest, options: CallOptions): Promise<Answered> {
  const { timeoutMs: given = TIMEOUT_MS_DEFAULT, signal: callers } = options;
  const timeoutMs = given > 0 ? Math.ceil(Math.min(given, TIMEOUT_MS_MAX)) : 0;
  const startedAt = performance.now();
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = callers === undefined ? deadline : AbortSignal.any([deadline, callers]);
  const leftMs = () => timeoutMs - (performance.now() - startedAt);
  const json = await attempted(prepared(wire, request), signal, leftMs);
  const answer = verifiedAnswer(json, request.request_id);
  refuseEmpty(request, answer);
  refuseStrangers(request, answer);
  const format_metrics = { ...answer.format_metrics, client_latency_ms: performance.now() - startedAt };
  const response = { ...answer, format_metrics };
  return { failedOpen: false, context: response.rendered_context, response, cause: null };
}

/** What cannot even be written down, types notwithstanding, is the caller's mistake as a 400 would be. */
function prepared(wire: Wire, request: ContextRequest): Send {
  try {
    return wire.prepare(request);
  } catch (thrown) {
    if (thrown instanceof WinnowError) throw thrown;
    throw new BadRequestError(`the request cannot be encoded: ${String(thrown)}`, { cause: thrown });
  }
}

/** An empty answer to records that hold something is no selection. */
function refuseEmpty({ records }: ContextRequest, answer: ContextResponse): void {
  const usable = records.some((record) => /\S/.test(record.text));
  const empty = answer.records_selected === 0 || answer.rendered_context.trim() === "";
  if (usable && empty) throw new EmptySelectionError("the answer is empty although the records are not");
}

/** Records are answered under the ids that they were sent with; only one without an id gets another. */
function refuseStrangers({ records }: ContextRequest, { selected }: ContextResponse): void {
  const sent = new Set(records.map(({ id }) => id ?? null));
  const stranger = sent.has(null) ? -1 : selected.findIndex(({ record_id }) => !sent.has(record_id));
  if (stranger >= 0) throw new MalformedAnswerError(`answer.selected[${stranger}].record_id is none that was sent`);
}
