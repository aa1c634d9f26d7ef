// The copy of a request id that logs and spans may hold. The answer echoes the original, whatever it is.

/** Most characters of an id that is logged as it is (interface: `request_id`). */
const LOGGED_CHARACTERS_MAX = 128;
const withinBound = new RegExp(`^[A-Za-z0-9._:-]{0,${LOGGED_CHARACTERS_MAX}}$`);

export interface LoggedRequestId {
  readonly text: string;
  /** The original broke its bound, so `text` differs from it. */
  readonly sanitized: boolean;
}

export function loggedRequestId(requestId: string): LoggedRequestId {
  if (withinBound.test(requestId)) return { text: requestId, sanitized: false };
  // Cut before replacing: an id of megabytes must not be walked whole. A code point is at most two units.
  const head = Array.from(requestId.slice(0, 2 * LOGGED_CHARACTERS_MAX)).slice(0, LOGGED_CHARACTERS_MAX);
  return { text: head.join("").replaceAll(/[^A-Za-z0-9._:-]/gu, "_"), sanitized: true };
}
