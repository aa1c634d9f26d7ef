// Estimates what a call will cost, in milliseconds of processor time, from the decoded size of its message and from
// what earlier calls of the same organisation took. So the estimate reflects records that are short, blank or slow to
// read.
import { BODY_BYTES_MAX } from "../limits.ts";
import { isCompressed } from "../protocols/grpc/frames.ts";
import type { BufferedRequest } from "../protocols/reply.ts";

interface CostModel {
  readonly expectedMs: (organisation: string, bytes: number) => number;
  /** Updates the estimate with what an answered call took. */
  readonly record: (organisation: string, bytes: number, milliseconds: number) => void;
}

/**
 * A call of at least this size goes to a worker, because it would delay every other call on the main thread. The
 * hand-over costs 0.05 ms at any size; a select costs 0.05 to 0.1 ms a kB. In bytes.
 */
export const LARGE_BYTES = 32 * 1024;

/** The fixed cost of a call of any size, in milliseconds. */
const OVERHEAD_MS = 0.3;

/** The estimate before anything is measured, in milliseconds a byte: 12 ms for 100 kB. */
const INITIAL_MS = 0.12 / 1024;

/** The lower bound of a measurement, because malformed calls end early. In milliseconds a byte. */
const MEASURED_MS_MIN = INITIAL_MS / 10;

/** The weight of one call in the exponentially weighted mean: the last twenty calls make up most of it. */
const WEIGHT = 0.1;

/** One call counts for at most this many times the estimate. */
const MEASURED_RATIO_MAX = 10;

/**
 * A smaller call counts as one of this size and as no cheaper than the first estimate, because most of it is overhead.
 */
const MEASURED_BYTES_MIN = 4 * 1024;

export function createCostModel(): CostModel {
  /** Milliseconds a byte, with one entry for each organisation that has had an answer. */
  const msPerByte = new Map<string, number>();
  /** The same for all organisations together. A new organisation starts with it. */
  let common = INITIAL_MS;

  function msPerByteOf(organisation: string): number {
    return msPerByte.get(organisation) ?? common;
  }

  return {
    expectedMs: (organisation, bytes) => OVERHEAD_MS + bytes * msPerByteOf(organisation),
    record: (organisation, bytes, milliseconds) => {
      const least = bytes < MEASURED_BYTES_MIN ? INITIAL_MS : MEASURED_MS_MIN;
      const measured = Math.max(least, (milliseconds - OVERHEAD_MS) / Math.max(bytes, MEASURED_BYTES_MIN));
      msPerByte.set(organisation, towards(msPerByteOf(organisation), measured));
      common = towards(common, measured);
    },
  };
}

function towards(mean: number, measured: number): number {
  return mean + WEIGHT * (Math.min(measured, MEASURED_RATIO_MAX * mean) - mean);
}

/** A compressed message may decode to any size. */
const compressions = ["grpc-encoding", "content-encoding"] as const;

/** Looks only at the headers: a second message may follow a plain one, and the router decompresses that as well. */
export function declaresCompression({ headers }: BufferedRequest): boolean {
  return compressions.some((name) => (headers[name] ?? "identity") !== "identity");
}

/** The last bytes of gzip state the decoded length, least significant byte first (RFC 1952, section 2.3.1, ISIZE). */
const ISIZE_BYTES = 4;

function isGzip(request: BufferedRequest): boolean {
  return isCompressed(request) && compressions.some((name) => request.headers[name]?.toLowerCase().includes("gzip"));
}

/** The decoded size of a call's message, as far as the message states it: 30 kB of gzip may be six megabytes. */
export function workBytes(request: BufferedRequest): number {
  const { body } = request;
  if (!isGzip(request) || body.length < ISIZE_BYTES) return body.length;
  const stated = new DataView(body.buffer, body.byteOffset + body.length - ISIZE_BYTES).getUint32(0, true);
  return Math.max(body.length, Math.min(stated, BODY_BYTES_MAX));
}
