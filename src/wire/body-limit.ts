// How large a request may be, on every wire.

/** Most bytes of a request's body, or of an RPC's message: as received, and again after decompression. */
export const BODY_BYTES_MAX = 6 * 1024 * 1024;

/** An RPC body carries its message in a frame, which begins with a flag and the length of what follows. */
export const FRAME_HEAD_BYTES = 5;
