// Reads the body of a request: bytes in, whole bytes out (of a REST request decompressed ones), never more than the cap
// in memory, neither as received nor after decompression.
import type { Transform } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { giveBack } from "../wire/own-bytes.ts";
import type { Exchange } from "./exchange.ts";

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
export function declaredLength({ headers }: Pick<Exchange, "headers">): number | null {
  const header = headers["content-length"];
  if (header === undefined) return null;
  const length = Number(header);
  return Number.isSafeInteger(length) && length >= 0 ? length : null;
}

/**
 * @param capBytes most bytes, before and after decompression
 * @param hold asks for room for so many more bytes
 */
export async function readBody(
  exchange: Exchange,
  capBytes: number,
  hold: (bytes: number) => boolean,
): Promise<Buffer | BodyProblem> {
  const encoding = (exchange.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const decoder = decoders.get(encoding);
  const received = await receive(exchange, capBytes, hold);
  // Its size is judged first, whatever it is encoded in; and nothing, in whatever encoding, is nothing.
  if (typeof received === "string" || received.length === 0 || encoding === "identity") return received;
  if (decoder === undefined) return "unknown_encoding";
  const expected = encoding === "deflate" ? 0 : Math.min(statedLength(received), capBytes);
  return decode(decoder(), received, expected, capBytes, hold);
}

/** What gzip says at its end that it unfolds to, in bytes: true of an honest body in one part, and believed of none. */
function statedLength(compressed: Buffer): number {
  return compressed.length < 4 ? 0 : compressed.readUInt32LE(compressed.length - 4);
}

/**
 * Counts what it unfolds as it does: a few kilobytes each, many bodies at once would else take gigabytes.
 * @param expected bytes that it may unfold to: memory that is not written to takes none
 */
function decode(
  decoder: Transform,
  compressed: Buffer,
  expected: number,
  capBytes: number,
  hold: (bytes: number) => boolean,
): Promise<Buffer | "too_long" | "no_room" | "corrupt"> {
  return new Promise((resolve) => {
    const kept = keep(expected);
    let length = 0;
    function settle(result: Buffer | "too_long" | "no_room" | "corrupt"): void {
      decoder.destroy();
      if (typeof result === "string") kept.drop();
      resolve(result);
    }
    decoder.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > capBytes) settle("too_long");
      else if (!hold(chunk.length)) settle("no_room");
      // What waits for the collector instead is as much again, of all bodies that are unfolded at a time.
      else if (kept.add(chunk)) giveBack(chunk);
    });
    decoder.on("end", () => settle(kept.whole())).on("error", () => settle("corrupt"));
    decoder.end(compressed);
  });
}

/**
 * The body as received, settled at the first chunk that does not fit; what comes after it is not kept.
 * @param capBytes most bytes
 * @param hold asks for room for so many more bytes
 * @param announced the bytes that the first chunk says will come; 0 when it does not say
 */
export function receive(
  exchange: Exchange,
  capBytes: number,
  hold: (bytes: number) => boolean,
  announced: (first: Buffer) => number = () => 0,
): Promise<Buffer | "too_long" | "no_room" | "gone"> {
  const declared = declaredLength(exchange);
  // Most calls without a body say so with their headers; there is nothing to wait for.
  if (!exchange.mayHaveBody()) return Promise.resolve(empty);
  const source = exchange.body;
  if (source.readableEnded) return Promise.resolve(empty);
  if (declared !== null && declared > capBytes) return Promise.resolve("too_long");
  // Asking for all of a declared length at once turns an overload away before the first byte is read.
  if (declared !== null && !hold(declared)) return Promise.resolve("no_room");
  return new Promise((resolve) => {
    let [whole, kept]: [Buffer | null, Kept | null] = [null, null];
    let [length, held, settled] = [0, declared ?? 0, false];
    function settle(result: Buffer | "too_long" | "no_room" | "gone"): void {
      if (typeof result === "string") kept?.drop();
      [settled, whole, kept] = [true, null, null];
      resolve(result);
    }
    function take(chunk: Buffer): void {
      // To take the listeners off again would cost more than to hear of what is not wanted.
      if (settled) return;
      length += chunk.length;
      const expected = length === chunk.length && declared === null ? announced(chunk) : 0;
      const missing = Math.max(0, length - held, expected <= capBytes ? expected - held : 0);
      if (length > (declared ?? capBytes)) settle("too_long");
      else if (missing > 0 && !hold(missing)) settle("no_room");
      else {
        held += missing;
        if (length === held && staysAsItIs(chunk, length)) whole = chunk;
        else {
          kept ??= keep(held, whole);
          kept.add(chunk);
        }
      }
    }
    source.on("data", take).on("end", () => settle(kept?.whole() ?? whole ?? empty));
    exchange.onOver(() => settle("gone"));
  });
}

/** Below this a body that comes in one piece is not copied: as little of the network's memory lives as long as it. */
const AS_IT_IS_BYTES_MAX = 16 * 1024;

/** One that has its memory for itself is copied all the same: it would be given back, and is not ours to give. */
function staysAsItIs({ length, buffer }: Buffer, received: number): boolean {
  return length === received && length <= AS_IT_IS_BYTES_MAX && length < buffer.byteLength;
}

interface Kept {
  /** @returns whether all of it was copied */
  readonly add: (chunk: Buffer) => boolean;
  readonly whole: () => Buffer;
  /** Gives the memory back of a body that nobody will read. */
  readonly drop: () => void;
}

/**
 * Bytes whose number is known go where they stay: chunks and their whole at once would take twice the memory, and what
 * the network was read into would live as long as the call.
 * @param expected bytes that will come, as far as known
 * @param first what has come already
 */
function keep(expected: number, first: Buffer | null = null): Kept {
  const room = Buffer.allocUnsafeSlow(expected);
  const further: Buffer[] = [];
  let length = first?.copy(room) ?? 0;
  return {
    add: (chunk) => {
      const copied = chunk.copy(room, length);
      length += copied;
      if (copied === chunk.length) return true;
      further.push(chunk.subarray(copied));
      return false;
    },
    whole: () => {
      const whole = room.subarray(0, length);
      return further.length === 0 ? whole : Buffer.concat([whole, ...further]);
    },
    drop: () => giveBack(room),
  };
}
