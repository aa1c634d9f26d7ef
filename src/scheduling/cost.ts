// What a call is expected to cost, in milliseconds of processor time: by the bytes of its message, decoded, and by what
// calls of the same organisation took. Records that are short, blank or hard to read show in that measure.
import { BODY_BYTES_MAX } from "../limits.ts";
import { isCompressed } from "../protocols/grpc/frames.ts";
import type { BufferedRequest } from "../protocols/reply.ts";

export interface CostModel {
  readonly expectedMs: (organisation: string, bytes: number) => number;
  /** Learns from a call that has been answered. */
  readonly record: (organisation: string, bytes: number, milliseconds: number) => void;
}

/**
 * A call from this size on goes to a worker: it would hold up every other call on the main thread. The
 * hand-over costs 0.05 ms whatever the size, a select there 0.05 to 0.1 ms a kB. In bytes.
 */
export const LARGE_BYTES = 32 * 1024;

/** What every call takes besides its bytes, in milliseconds. */
const OVERHEAD_MS = 0.3;

/** Before anything is measured, in milliseconds a byte: 12 ms for 100 kB. */
const FIRST_MS = 0.12 / 1024;

/** Malformed calls end early and say nothing of the others. In milliseconds a byte. */
const LEAST_MS = FIRST_MS / 10;

/** The weight of one call in an exponentially weighted mean: the last twenty make most of it. */
const WEIGHT = 0.1;

/** One call counts for at most this many times what was expected. */
const SURPRISE_MAX = 10;

/** A smaller call counts as one of this size that took no less than the first estimate: most of it is overhead. */
const TELLING_BYTES_MIN = 4 * 1024;

export function createCostModel(): CostModel {
  /** Milliseconds a byte. One entry for each organisation that has ever been answered. */
  const paces = new Map<string, number>();
  /** Of all organisations together: what a new one starts with. */
  let common = FIRST_MS;

  function paceOf(organisation: string): number {
    return paces.get(organisation) ?? common;
  }

  return {
    expectedMs: (organisation, bytes) => OVERHEAD_MS + bytes * paceOf(organisation),
    record: (organisation, bytes, milliseconds) => {
      const least = bytes < TELLING_BYTES_MIN ? FIRST_MS : LEAST_MS;
      const measured = Math.max(least, (milliseconds - OVERHEAD_MS) / Math.max(bytes, TELLING_BYTES_MIN));
      paces.set(organisation, towards(paceOf(organisation), measured));
      common = towards(common, measured);
    },
  };
}

function towards(pace: number, measured: number): number {
  return pace + WEIGHT * (Math.min(measured, SURPRISE_MAX * pace) - pace);
}

/** A compressed message may decode to any size. */
const compressions = ["grpc-encoding", "content-encoding"] as const;

/** By the headers alone: behind a plain message there may be a second one, which the router decompresses as well. */
export function declaresCompression({ headers }: BufferedRequest): boolean {
  return compressions.some((name) => (headers[name] ?? "identity") !== "identity");
}

/** The last bytes of gzip state the decoded length, least significant byte first (RFC 1952, section 2.3.1, ISIZE). */
const ISIZE_BYTES = 4;

function isGzip(request: BufferedRequest): boolean {
  return isCompressed(request) && compressions.some((name) => request.headers[name]?.toLowerCase().includes("gzip"));
}

/** The bytes of a call's message once decoded, as far as it states them: 30 kB of gzip may be six megabytes. */
export function workBytes(request: BufferedRequest): number {
  const { body } = request;
  if (!isGzip(request) || body.length < ISIZE_BYTES) return body.length;
  const stated = new DataView(body.buffer, body.byteOffset + body.length - ISIZE_BYTES).getUint32(0, true);
  return Math.max(body.length, Math.min(stated, BODY_BYTES_MAX));
}
