// Reads the body of a request: chunks in, all of its bytes out (decompressed for REST). Never holds more than the cap,
// neither as received nor after decompression.
import type { Transform } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { freeArray } from "../protocols/array-memory.ts";
import { chunkRead } from "./discard.ts";
import type { Exchange } from "./exchange.ts";

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

/** Where none is declared, as in most calls over gRPC: what an ordinary one has. Bytes. */
const UNTOLD_BYTES = 8 * 1024;

/**
 * What is to be expected of a body whose headers have come. One of unknown length is not taken for empty: a line of
 * calls like itself would seem too long to it, since those before it may take so many times what it takes itself.
 */
export function expectedLength(exchange: Pick<Exchange, "headers" | "mayHaveBody">): number {
  return declaredLength(exchange) ?? (exchange.mayHaveBody() ? UNTOLD_BYTES : 0);
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
  const encoding = encodingOf(exchange.headers["content-encoding"]);
  const received = await receive(exchange, capBytes, hold);
  // Its size is judged first, whatever it is encoded in; and nothing, in whatever encoding, is nothing.
  if (typeof received === "string" || received.length === 0 || encoding === "identity") return received;
  return decompress(received, encoding, capBytes, hold);
}

/** Of a list its only member but identity, or all that it names; empty members count for nothing (RFC 9110, 5.6.1). */
function encodingOf(header = "identity"): string {
  if (header === "identity") return header;
  const named = header.split(",").map((member) => member.trim().toLowerCase());
  return named.filter((member) => member !== "" && member !== "identity").join() || "identity";
}

type Received = Buffer | "too_long" | "no_room" | "gone";

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
): Promise<Received> {
  const declared = declaredLength(exchange);
  // Most calls without a body say so with their headers; there is nothing to wait for.
  if (!exchange.mayHaveBody()) return Promise.resolve(empty);
  const source = exchange.body;
  if (source.readableEnded) return Promise.resolve(empty);
  if (declared !== null && declared > capBytes) return Promise.resolve("too_long");
  // Asking for all of a declared length at once turns an overload away before the first byte is read.
  if (declared !== null && !hold(declared)) return Promise.resolve("no_room");
  return new Promise((resolve) => {
    /** The body, where it came in one piece that may stay as it is; otherwise its bytes so far. */
    let whole: Buffer | null = null;
    let kept: KeptBytes | null = null;
    /** Bytes that have come, and those that room was asked for. */
    let [length, held] = [0, declared ?? 0];
    let settled = false;
    function settle(result: Received): void {
      if (typeof result === "string") kept?.drop();
      [settled, whole, kept] = [true, null, null];
      resolve(result);
    }
    /** The rest is for whoever throws it away, once the answer is sent. */
    function giveUp(problem: "too_long" | "no_room"): void {
      source.off("data", take);
      settle(problem);
    }
    function take(chunk: Buffer): void {
      chunkRead(chunk.length);
      // To take the listeners off again would cost more than to hear of what is not wanted.
      if (settled) return;
      length += chunk.length;
      const expected = Math.max(length, length === chunk.length && declared === null ? announced(chunk) : 0);
      const missing = Math.max(0, expected - held);
      if (expected > (declared ?? capBytes)) giveUp("too_long");
      else if (missing > 0 && !hold(missing)) giveUp("no_room");
      else {
        held += missing;
        if (length === held && staysAsItIs(chunk, length)) whole = chunk;
        else {
          kept ??= keepBytes(held, whole);
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

interface KeptBytes {
  /** Copies the chunk. */
  readonly add: (chunk: Buffer) => void;
  readonly whole: () => Buffer;
  /** Gives the memory back of a body that nobody will read. */
  readonly drop: () => void;
}

/** What is taken at a time for bytes that were not expected: as much as there are already, up to so many bytes. */
const FURTHER_BYTES_MAX = 64 * 1024;

/**
 * Bytes whose number is known go where they stay: parts and their whole at once would take twice the memory, and what
 * the network was read into would live as long as the call.
 * @param expected bytes that will come, as far as known
 * @param first those of them that have come already
 */
export function keepBytes(expected: number, first: Buffer | null = null): KeptBytes {
  const full: Buffer[] = [];
  let room = Buffer.allocUnsafeSlow(expected);
  let used = first?.copy(room) ?? 0;
  let before = 0;
  function drop(): void {
    for (const part of [...full, room]) freeArray(part);
  }
  return {
    add: (chunk) => {
      const copied = chunk.copy(room, used);
      used += copied;
      const left = chunk.length - copied;
      if (left === 0) return;
      full.push(room);
      before += used;
      room = Buffer.allocUnsafeSlow(Math.max(left, Math.min(before, FURTHER_BYTES_MAX)));
      used = chunk.copy(room, 0, copied);
    },
    whole: () => {
      const last = room.subarray(0, used);
      if (full.length === 0) return last;
      const whole = Buffer.concat([...full, last]);
      drop();
      return whole;
    },
    drop,
  };
}

/** What is unfolded at a time, in bytes: each such piece is counted before there is another. */
const PIECE_BYTES = 64 * 1024;

interface Coding {
  readonly decoder: () => Transform;
  /** The bytes that a body says it unfolds to; 0 when it does not say. */
  readonly statedLength: (compressed: Buffer) => number;
}

const gzip: Coding = {
  decoder: () => createGunzip({ chunkSize: PIECE_BYTES }),
  // What it ends with: true of an honest body in one part, and believed of none.
  statedLength: (compressed) => (compressed.length < 4 ? 0 : compressed.readUInt32LE(compressed.length - 4)),
};

const deflate: Coding = { decoder: () => createInflate({ chunkSize: PIECE_BYTES }), statedLength: () => 0 };

/** By their names in a `content-encoding`. */
const codings = new Map([
  ["gzip", gzip],
  ["x-gzip", gzip],
  ["deflate", deflate],
]);

type Decompressed = Buffer | "too_long" | "no_room" | "corrupt";

/**
 * @param capBytes most bytes that it may unfold to
 * @param hold asks for room for so many more bytes
 */
export function decompress(
  compressed: Buffer,
  encoding: string,
  capBytes: number,
  hold: (bytes: number) => boolean,
): Promise<Decompressed | "unknown_encoding"> {
  const coding = codings.get(encoding);
  if (coding === undefined) return Promise.resolve("unknown_encoding");
  return new Promise((resolve) => {
    const decoder = coding.decoder();
    // Memory that is not written to takes none.
    const kept = keepBytes(Math.min(coding.statedLength(compressed), capBytes));
    let length = 0;
    function settle(result: Decompressed): void {
      decoder.destroy();
      if (typeof result === "string") kept.drop();
      resolve(result);
    }
    decoder.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > capBytes) settle("too_long");
      else if (!hold(chunk.length)) settle("no_room");
      else {
        kept.add(chunk);
        // What waits for the collector instead is as much again, of all bodies that are unfolded at a time.
        freeArray(chunk);
      }
    });
    decoder.on("end", () => settle(kept.whole())).on("error", () => settle("corrupt"));
    decoder.end(compressed);
  });
}
