// Which calls go to a worker: those that would hold up every other call on the thread with the sockets.
import type { WholeRequest } from "../wire/whole.ts";

/**
 * From this size on, in bytes. A select costs this thread about 0.1 ms a kB, and the hand-over about 0.05 ms whatever
 * its size: below, a worker would gain nobody anything; well above, health checks would feel each call.
 */
export const LARGE_BYTES = 32 * 1024;

/** A compressed message may unfold to any size. That of a REST body is decompressed before it comes here. */
const compressions = ["grpc-encoding", "content-encoding"] as const;

export function isLarge({ protocol, headers, body }: WholeRequest): boolean {
  if (body.length >= LARGE_BYTES) return true;
  return protocol !== "rest" && compressions.some((name) => (headers[name] ?? "identity") !== "identity");
}
