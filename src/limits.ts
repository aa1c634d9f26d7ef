// Limits of the interface that more than one module enforces.

/** Most bytes of a request's body, or of an RPC's message: as received, and again after decompression. */
export const BODY_BYTES_MAX = 6 * 1024 * 1024;
