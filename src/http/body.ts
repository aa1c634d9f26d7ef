// Reads the body of a request: chunks in, all of its bytes out, as received. Never holds more than the cap.
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
  | "gone";

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

type Received = Buffer | BodyProblem;

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
