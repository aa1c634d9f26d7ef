// How a call is turned away for which there is no room now, in an overload or in a drain.
import type { Refusal } from "../gateway/admission.ts";

/** What its caller is asked to wait, in milliseconds. */
const RETRY_AFTER_MS = 1_000;

export const unavailable: Refusal = { refused: "unavailable", retryAfterMs: RETRY_AFTER_MS };
