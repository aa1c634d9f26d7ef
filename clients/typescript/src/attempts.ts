// Attempts of one call, over whatever wire: one after the other, until the retry table or the deadline says stop.
import { ConnectionError, timedOut, WinnowError } from "./errors.ts";
import { isFields } from "./fields.ts";
import { shouldRetry } from "./retry.ts";

interface Attempt {
  readonly signal: AbortSignal;
  /** What is left of the call's time, in milliseconds. */
  readonly timeoutMs: number;
}

/** Sends the prepared request once. Gives the answer as parsed JSON in the form of /v1. @throws WinnowError */
export type Send = (attempt: Attempt) => Promise<unknown>;

/**
 * @param leftMs what is left of the call's time, in milliseconds
 * @throws WinnowError of the last attempt; the reason of `signal` where it is the caller's own
 */
export async function attempted(send: Send, signal: AbortSignal, leftMs: () => number): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await unlessAborted(() => send({ signal, timeoutMs: Math.max(1, Math.ceil(leftMs())) }), signal);
    } catch (thrown) {
      const error = thrown instanceof WinnowError ? thrown : unanswered(thrown);
      if (signal.aborted) throw reasonOf(signal, error);
      const waitMs = shouldRetry(attempt, error, Math.random());
      // A wait that ends after the deadline is a wait in vain.
      if (waitMs === null || waitMs >= leftMs()) throw error;
      await paused(waitMs, signal);
    }
  }
}

/** What `fetch` throws says little; what caused it has a code, such as `ECONNREFUSED`. */
function unanswered(thrown: unknown): ConnectionError {
  const cause = isFields(thrown) ? thrown.cause : undefined;
  const code = isFields(cause) && typeof cause.code === "string" ? ` (${cause.code})` : "";
  return new ConnectionError(`no answer came${code}`, { cause: thrown });
}

/** The deadline is an error like others; an abort of the caller's is its own. */
function reasonOf(signal: AbortSignal, cause: unknown): unknown {
  const { reason } = signal;
  return isFields(reason) && reason.name === "TimeoutError" ? timedOut(cause) : reason;
}

/** Settles with the work, or when the signal is aborted: not every `fetch` listens to one. */
function unlessAborted<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", abort));
  });
}

async function paused(waitMs: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await unlessAborted(() => new Promise<void>((resolve) => (timer = setTimeout(resolve, waitMs))), signal);
  } catch (reason) {
    throw reasonOf(signal, reason);
  } finally {
    clearTimeout(timer);
  }
}
