// The bounds of connections and messages, each with its reason. They follow from the protocols and from the largest
// legal request. Values that an operator may want to change are settings instead.

/** Most bytes of a request's headers: the default of Node.js, set here for both versions of HTTP. */
export const HEADER_BYTES_MAX = 16 * 1024;

/**
 * Most header entries of an HTTP/2 request that are read, so that one with more than the interface allows gets a
 * status. Beyond this bound Node.js resets the stream, which looks like a lost connection to the client.
 */
export const HEADER_ENTRIES_READ_MAX = 512;

/** Calls at once on one HTTP/2 connection; for more, clients open another. RFC 9113 advises at least 100. */
export const STREAMS_MAX = 100;

/**
 * Node.js closes an HTTP/2 connection after this many calls in a row that it refused for `STREAMS_MAX`. This is the
 * highest number that it accepts. If a call is answered before its request has ended, Node.js counts it as open one
 * turn of the event loop longer than the client does, so it refuses calls of honest clients. At its default of 100
 * refusals it then ended all their calls in flight.
 */
export const STREAMS_REFUSED_MAX = 2 ** 32 - 1;

/**
 * Connections at once. An idle one costs about 20 kB, so all take 200 MB at worst. If the operating system allows fewer
 * open files, it refuses the rest itself.
 */
export const CONNECTIONS_MAX = 10_000;

/** TLS handshakes at once: a second of work for one core, and 100 MB, since each may hold about 100 kB. */
export const HANDSHAKES_MAX = 1_000;

/** How long a connection may be silent before the operating system probes its other end. */
export const PROBE_AFTER_MS = 60_000;

/** Flow-control window of one HTTP/2 call: more than the largest body, so that no upload waits for a round trip. */
export const STREAM_WINDOW_BYTES = 8 * 1024 * 1024;

/** The same for all calls of a connection. The protocol's 64 KiB would take 5 s for the largest body at 40 ms. */
export const SESSION_WINDOW_BYTES = 16 * 1024 * 1024;

/**
 * Memory of one HTTP/2 connection, in MB, beyond which Node.js refuses new calls: set above any machine's memory.
 * Node.js counts the unsent rest of an aborted response until the connection closes, so at 512 a hundred aborted large
 * responses made a proxy's connection useless. The bytes in flight bound the memory of all connections.
 */
export const SESSION_MEMORY_MB = 1_000_000;

/** Most bytes read of a request after its response was sent, so that the client can read the response. */
export const LINGER_BYTES = 64 * 1024 * 1024;

export interface Timeouts {
  /**
   * From a connection's first moment to the end of its TLS handshake, from then to its first bytes, and from a
   * request's first byte to the end of its headers.
   */
  readonly headersMs: number;
  /** From a request's headers to the end of its body. */
  readonly bodyMs: number;
  /** Without a request on an open connection. Above the 60 s of common load balancers, which must close first. */
  readonly idleMs: number;
  /** From the notice of a drain to its first refusal: some round trips, so that calls in transit are still served. */
  readonly noticeMs: number;
  /** For the client to take a response: the largest at 100 kB a second. */
  readonly stallMs: number;
  /** For the rest of a request whose response was sent early, and for an aborted call to close. */
  readonly lingerMs: number;
}

/** @param bodyMs the setting `body_timeout_ms` */
export function timeoutsOf(bodyMs: number): Timeouts {
  return { headersMs: 10_000, bodyMs, idleMs: 75_000, noticeMs: 250, stallMs: 60_000, lingerMs: 5_000 };
}
