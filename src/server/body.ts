// Reads the body of a request: bytes in, whole bytes out (of a REST request decompressed ones), never more than the cap
// in memory, neither as received nor after decompression.
import type { Transform } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import type { AnyRequest } from "./exchange.ts";

/** What is unfolded at a time, in bytes: each such piece is counted before there is another. */
const PIECE_BYTES = 64 * 1024;

const decoders = new Map<string, () => Transform>([
  ["gzip", () => createGunzip({ chunkSize: PIECE_BYTES })],
  ["x-gzip", () => createGunzip({ chunkSize: PIECE_BYTES })],
  ["deflate", () => createInflate({ chunkSize: PIECE_BYTES })],
]);

const empty = Buffer.alloc(0);

/** Why a body cannot be handed on. */
export type BodyProblem =
  /** Over the cap: check 6 of the gateway. */
  | "too_long"
  /** The process holds as many bytes as it may. */
  | "no_room"
  /** The client went away before the end. */
  | "gone"
  /** A `content-encoding` other than gzip, deflate and identity. */
  | "unknown_encoding"
  /** Compressed bytes that cannot be decompressed. */
  | "corrupt";

/** The length that the headers declare; null when they declare none. */
export function declaredLength(req: AnyRequest): number | null {
  const header = req.headers["content-length"];
  if (header === undefined) return null;
  const length = Number(header);
  return Number.isSafeInteger(length) && length >= 0 ? length : null;
}

/**
 * @param capBytes most bytes, before and after decompression
 * @param hold asks for room for so many more bytes
 */
export async function readBody(
  req: AnyRequest,
  capBytes: number,
  hold: (bytes: number) => boolean,
): Promise<Buffer | BodyProblem> {
  const encoding = (req.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const decoder = decoders.get(encoding);
  const received = await receive(req, capBytes, hold);
  // Its size is judged first, whatever it is encoded in; and nothing, in whatever encoding, is nothing.
  if (typeof received === "string" || received.length === 0 || encoding === "identity") return received;
  return decoder === undefined ? "unknown_encoding" : decode(decoder(), received, capBytes, hold);
}

/** Counts what it unfolds as it does: a few kilobytes each, many bodies at once would else take gigabytes. */
function decode(
  decoder: Transform,
  compressed: Buffer,
  capBytes: number,
  hold: (bytes: number) => boolean,
): Promise<Buffer | "too_long" | "no_room" | "corrupt"> {
  return new Promise((resolve) => {
    const kept = keepChunks();
    let length = 0;
    function settle(result: Buffer | "too_long" | "no_room" | "corrupt"): void {
      decoder.destroy();
      resolve(result);
    }
    decoder.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > capBytes) settle("too_long");
      else if (!hold(chunk.length)) settle("no_room");
      else kept.add(chunk);
    });
    decoder.on("end", () => settle(kept.whole())).on("error", () => settle("corrupt"));
    decoder.end(compressed);
  });
}

/**
 * The body as received, settled at the first chunk that does not fit; what comes after it is not kept.
 * @param capBytes most bytes
 * @param hold asks for room for so many more bytes
 */
export function receive(
  req: AnyRequest,
  capBytes: number,
  hold: (bytes: number) => boolean,
): Promise<Buffer | "too_long" | "no_room" | "gone"> {
  const declared = declaredLength(req);
  // Most calls without a body say so with their headers; there is nothing to wait for.
  if (!("stream" in req) && !declared && req.headers["transfer-encoding"] === undefined) return Promise.resolve(empty);
  if (declared !== null && declared > capBytes) return Promise.resolve("too_long");
  // Asking for all of a declared length at once turns an overload away before the first byte is read.
  if (declared !== null && !hold(declared)) return Promise.resolve("no_room");
  return new Promise((resolve) => {
    const kept = declared === null ? keepChunks() : keepInPlace(declared);
    let length = 0;
    function settle(result: Buffer | "too_long" | "no_room" | "gone"): void {
      req.off("data", take).off("end", finish).off("close", lose).off("error", lose);
      resolve(result);
    }
    function take(chunk: Buffer): void {
      length += chunk.length;
      if (length > (declared ?? capBytes)) settle("too_long");
      else if (declared === null && !hold(chunk.length)) settle("no_room");
      else kept.add(chunk);
    }
    const [finish, lose] = [() => settle(kept.whole()), () => settle("gone")];
    req.on("data", take).on("end", finish).on("close", lose).on("error", lose);
  });
}

interface Kept {
  readonly add: (chunk: Buffer) => void;
  readonly whole: () => Buffer;
}

function keepChunks(): Kept {
  const chunks: Buffer[] = [];
  return { add: (chunk) => chunks.push(chunk), whole: () => Buffer.concat(chunks) };
}

/** Bytes whose number is known go where they stay: chunks and their whole at once would take twice the memory. */
function keepInPlace(bytes: number): Kept {
  const whole = Buffer.allocUnsafeSlow(bytes);
  let length = 0;
  return {
    add: (chunk) => {
      length += chunk.copy(whole, length);
    },
    whole: () => whole.subarray(0, length),
  };
}
