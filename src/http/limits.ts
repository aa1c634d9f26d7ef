// The bounds of connections and messages, each with its reason. What an operator may want to change is a setting;
// these follow from the protocols and from the largest legal request.

/** Most bytes of a request's headers: Node.js's own default, said here for both versions of HTTP. */
export const HEADER_BYTES_MAX = 16 * 1024;

/**
 * Most header entries of one HTTP/2 request. Up to the second bound they are read and answered with a status; what
 * comes beyond is reset by Node.js, which no client can tell from a lost connection.
 */
export const HEADER_ENTRIES_MAX = 128;
export const HEADER_ENTRIES_READ_MAX = 2_000;

/** Calls at once on one HTTP/2 connection. Clients open another connection beyond; 100 is RFC 9113's lower advice. */
export const STREAMS_MAX = 100;

/**
 * Calls in a row that Node.js may refuse on one HTTP/2 connection for these before it closes that: as many as it can
 * count. One that was answered before its request had ended counts with it for a turn of the event loop longer than
 * with the client. So it refuses calls of an honest one, and at its own bound, 100, ended all that were under way.
 */
export const STREAMS_REFUSED_MAX = 2 ** 32 - 1;

/**
 * Connections at once. One that is idle costs about 20 kB, so these are 200 MB at worst; where the operating system
 * allows fewer open files, it turns the rest away itself.
 */
export const CONNECTIONS_MAX = 10_000;

/** TLS handshakes at once: a second of work for one core, and 100 MB at the about 100 kB that each may hold. */
export const HANDSHAKES_MAX = 1_000;

/** How long a connection may be silent before the operating system asks whether its other end is still there. */
export const PROBE_AFTER_MS = 60_000;

/** Flow-control window of one HTTP/2 call: the largest body and some, so that no upload waits for a round trip. */
export const STREAM_WINDOW_BYTES = 8 * 1024 * 1024;

/** The same for all calls of a connection. The protocol's 64 KiB would take 5 s for the largest body at 40 ms. */
export const SESSION_WINDOW_BYTES = 16 * 1024 * 1024;

/**
 * What one HTTP/2 connection may hold in memory, in MB: more than there is. Beyond it Node.js refuses every new call,
 * and it counts what was left of a broken-off answer for as long as the connection lives: a hundred large ones, and a
 * proxy's connection was of no use at 512. What all connections hold is bounded by the bytes in flight.
 */
export const SESSION_MEMORY_MB = 1_000_000;

/** What is still read of a request whose answer has been sent, so that its sender gets to see the answer. */
export const LINGER_BYTES = 64 * 1024 * 1024;

export interface Timeouts {
  /**
   * From a connection's first moment to the end of its TLS handshake, from then to its first bytes, and from a
   * request's first byte to the end of its headers.
   */
  readonly headersMs: number;
  /** From a request's headers to the end of its body. */
  readonly bodyMs: number;
  /** Without a request on an open connection. Above the 60 s of common load balancers, who must be first to close. */
  readonly idleMs: number;
  /** From the news of a drain to its first refusal: some round trips, so that what is on its way is still taken. */
  readonly noticeMs: number;
  /** For an answer to be taken by its reader: the largest at 100 kB a second. */
  readonly stallMs: number;
  /** For reading on after an answer that came before the request's end, and for an ended call to be over. */
  readonly lingerMs: number;
}

/** @param bodyMs the setting `body_timeout_ms` */
export function timeoutsOf(bodyMs: number): Timeouts {
  return { headersMs: 10_000, bodyMs, idleMs: 75_000, noticeMs: 250, stallMs: 60_000, lingerMs: 5_000 };
}
