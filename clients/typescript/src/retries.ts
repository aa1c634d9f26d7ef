// The attempts of one call: decides after a failed attempt whether to retry and after which wait. Ends at the deadline
// or when the caller aborts.
import { ConnectionError, type ErrorKind, type RetryAfter, timedOut, WinnowError } from "./errors.ts";
import { isFields } from "./json.ts";
import type { Send } from "./transport.ts";

/** Attempts of one call, including the first. More would turn an outage into a flood. */
export const ATTEMPTS_MAX = 4;

/** The longest wait after the first attempt, in milliseconds. It doubles with each further attempt. */
const FIRST_BACKOFF_MS = 200;

/** Failures that pass by themselves, soon. Any other would happen again if the same request were sent again. */
const transient: ReadonlySet<ErrorKind> = new Set(["throttled", "unavailable", "connection_failed"]);

interface FailedAttempt {
  readonly kind: ErrorKind;
  readonly retryAfter: RetryAfter;
}

/**
 * @param attempt the number of the failed attempt, from 1
 * @param random in [0, 1): full jitter, so that many clients do not return at the same time
 * @returns milliseconds to wait, at least as long as the service asked for; null to stop
 */
export function retryDelay(attempt: number, { kind, retryAfter }: FailedAttempt, random: number): number | null {
  if (!transient.has(kind) || retryAfter === "never" || attempt >= ATTEMPTS_MAX) return null;
  return (retryAfter ?? 0) + random * FIRST_BACKOFF_MS * 2 ** (attempt - 1);
}

/**
 * @param leftMs the time that is left for the call, in milliseconds
 * @throws WinnowError of the last attempt; the reason of `signal` if the caller aborts
 */
export async function sendWithRetries(send: Send, signal: AbortSignal, leftMs: () => number): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await unlessAborted(() => send({ signal, timeoutMs: Math.max(1, Math.ceil(leftMs())) }), signal);
    } catch (thrown) {
      const error = thrown instanceof WinnowError ? thrown : connectionError(thrown);
      if (signal.aborted) throw abortError(signal, error);
      const delayMs = retryDelay(attempt, error, Math.random());
      // After a wait beyond the deadline nothing could be sent.
      if (delayMs === null || delayMs >= leftMs()) throw error;
      await pause(delayMs, signal);
    }
  }
}

/** The message of a failed `fetch` says little; its cause has a code, such as `ECONNREFUSED`. */
function connectionError(thrown: unknown): ConnectionError {
  const cause = isFields(thrown) ? thrown.cause : undefined;
  const code = isFields(cause) && typeof cause.code === "string" ? ` (${cause.code})` : "";
  return new ConnectionError(`no answer came${code}`, { cause: thrown });
}

/** The deadline is one of our errors; an abort by the caller keeps the caller's reason. */
export function abortError(signal: AbortSignal, cause?: unknown): unknown {
  const { reason } = signal;
  return isFields(reason) && reason.name === "TimeoutError" ? timedOut(cause) : reason;
}

/** Settles with the work, or rejects at the abort, because not every `fetch` listens to a signal. */
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

async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await unlessAborted(() => new Promise<void>((resolve) => (timer = setTimeout(resolve, delayMs))), signal);
  } catch (reason) {
    throw abortError(signal, reason);
  } finally {
    clearTimeout(timer);
  }
}
