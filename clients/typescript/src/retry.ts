// Whether to try again, and when: a table over what an attempt ended in. Pure; chance comes in as a number.
import type { ErrorKind, RetryAfter } from "./errors.ts";

/** Attempts of one call, the first included: more of them turn an outage into a flood. */
export const ATTEMPTS_MAX = 4;

/** The longest wait after the first attempt, in milliseconds; it doubles with each further one. */
const FIRST_BACKOFF_MS = 200;

/** No backoff of the client's own is longer: a caller waits for its context meanwhile. */
const BACKOFF_MS_MAX = 5_000;

/** What passes by itself, soon. Everything else ends the same way when it is sent again unchanged. */
const passing: ReadonlySet<ErrorKind> = new Set(["throttled", "unavailable", "connection_failed"]);

export interface AttemptOutcome {
  readonly kind: ErrorKind;
  readonly retryAfter: RetryAfter;
}

/**
 * @param attempt the one that just ended, counted from 1
 * @param chance in [0, 1): the full jitter, so that many clients do not come back at once
 * @returns milliseconds to wait before the next attempt, at least what the service asked for; null to give up
 */
export function shouldRetry(attempt: number, { kind, retryAfter }: AttemptOutcome, chance: number): number | null {
  if (!passing.has(kind) || retryAfter === "never" || attempt >= ATTEMPTS_MAX) return null;
  const backoffMs = Math.min(BACKOFF_MS_MAX, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
  return (retryAfter ?? 0) + chance * backoffMs;
}
