// How large a request may be, on every wire.
import type { Protocol } from "./reply.ts";
import { FRAME_HEAD_BYTES } from "./writing/frame.ts";

/** Most bytes of a request's body, or of an RPC's message: as received, and again after decompression. */
export const BODY_BYTES_MAX = 6 * 1024 * 1024;

/** Most bytes of a body as received: the largest message of an RPC comes in a frame. */
export function receivedBytesMax(protocol: Protocol): number {
  return protocol === "rest" ? BODY_BYTES_MAX : BODY_BYTES_MAX + FRAME_HEAD_BYTES;
}
