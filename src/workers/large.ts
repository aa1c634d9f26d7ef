// How much work a call is, as far as its size tells, and which calls go to a worker: those that would hold up every
// other call on the thread with the sockets.
import { isCompressed } from "../protocols/grpc/frames.ts";
import { BODY_BYTES_MAX, protocols } from "../protocols/protocol.ts";
import type { WholeRequest } from "../protocols/reply.ts";

/**
 * From this size on, in bytes. A select costs this thread 0.05 to 0.1 ms a kB, and the hand-over about 0.05 ms whatever
 * its size: below, a worker would gain nobody anything; well above, health checks would feel each call.
 */
export const LARGE_BYTES = 32 * 1024;

/** A compressed message may unfold to any size. That of a REST body is decompressed before it comes here. */
const compressions = ["grpc-encoding", "content-encoding"] as const;

export function isLarge(request: WholeRequest): boolean {
  return request.body.length >= LARGE_BYTES || mayUnfold(request);
}

/** By what it names: behind a plain message there may be another, which the router unfolds before it refuses both. */
function mayUnfold({ protocol, headers }: WholeRequest): boolean {
  return protocols[protocol].isRpc && compressions.some((name) => (headers[name] ?? "identity") !== "identity");
}

/** The last bytes of gzip say how many it unfolds to, the least first (RFC 1952, section 2.3.1, ISIZE). */
const ISIZE_BYTES = 4;

/**
 * The bytes that tell how much work a call is: those of its message, unfolded. 30 kB of gzip may be six megabytes of
 * records: taken for 30 kB, such a call would go first, and those behind it wait for what nobody expected. One that
 * says too little of itself stands where its bytes on the wire put it.
 */
export function workBytes(request: WholeRequest): number {
  const { body } = request;
  if (!mayUnfold(request) || !isCompressed(request) || body.length < ISIZE_BYTES) return body.length;
  const said = new DataView(body.buffer, body.byteOffset + body.length - ISIZE_BYTES).getUint32(0, true);
  return Math.max(body.length, Math.min(said, BODY_BYTES_MAX));
}
