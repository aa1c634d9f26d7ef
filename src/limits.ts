// Limits of the interface that more than one module enforces.

/** Most bytes of a request's body, or of an RPC's message: as received, and again after decompression. */
export const BODY_BYTES_MAX = 6 * 1024 * 1024;

/** Most header entries of one HTTP/2 request. A request with more gets a status. */
export const HEADER_ENTRIES_MAX = 128;
