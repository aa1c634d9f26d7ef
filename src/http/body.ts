// Reads the body of a request: chunks in, all bytes out, as received. Never holds more than the cap. Also discards the
// rest of a request after its response.
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { freeBytes } from "../protocols/reply.ts";
import type { Exchange } from "./exchange.ts";

const empty = Buffer.alloc(0);

/** Why there is no body to serve. */
export type BodyProblem =
  /** Over the cap (413). */
  | "too_long"
  /** The process holds as many bytes as it may. */
  | "overload"
  /** The client left before the end. */
  | "gone";

/** The length that the headers declare; null if they declare none. */
export function declaredLength({ headers }: Pick<Exchange, "headers">): number | null {
  const header = headers["content-length"];
  if (header === undefined) return null;
  const length = Number(header);
  return Number.isSafeInteger(length) && length >= 0 ? length : null;
}

/** The length assumed if none is declared, as in most gRPC calls: that of an ordinary request. */
const UNDECLARED_BYTES = 8 * 1024;

/**
 * The expected length of a body, in bytes. An unknown length does not count as 0, because the allowed wait of a call
 * grows with its expected cost. Under overload a call that seems to cost nothing would be shed early.
 */
export function expectedLength(exchange: Pick<Exchange, "headers" | "mayHaveBody">): number {
  return declaredLength(exchange) ?? (exchange.mayHaveBody() ? UNDECLARED_BYTES : 0);
}

type Received = Buffer | BodyProblem;

/**
 * The body as received. Settles at the first chunk that does not fit, and keeps nothing after it.
 * @param capBytes most bytes
 * @param hold reserves that many more bytes; false if there are too many in flight
 * @param announced the length that the first chunk states, in bytes; 0 if it states none
 */
export function receive(
  exchange: Exchange,
  capBytes: number,
  hold: (bytes: number) => boolean,
  announced: (first: Buffer) => number = () => 0,
): Promise<Received> {
  const declared = declaredLength(exchange);
  // Most calls without a body say so in their headers.
  if (!exchange.mayHaveBody()) return Promise.resolve(empty);
  const source = exchange.body;
  if (source.readableEnded) return Promise.resolve(empty);
  if (declared !== null && declared > capBytes) return Promise.resolve("too_long");
  // Reserving a declared length at once rejects an overload before the first byte is read.
  if (declared !== null && !hold(declared)) return Promise.resolve("overload");
  return new Promise((resolve) => {
    /** The body if it came in one chunk that need not be copied; otherwise the bytes so far are in `collected`. */
    let whole: Buffer | null = null;
    let collected: CollectedBytes | null = null;
    /** Bytes received and bytes reserved. */
    let [length, held] = [0, declared ?? 0];
    let settled = false;
    function settle(result: Received): void {
      if (typeof result === "string") collected?.free();
      [settled, whole, collected] = [true, null, null];
      resolve(result);
    }
    /** The rest of the body is discarded when the response is sent. */
    function fail(problem: "too_long" | "overload"): void {
      source.off("data", take);
      settle(problem);
    }
    function take(chunk: Buffer): void {
      chunkRead(chunk.length);
      exchange.countChunk(chunk.length);
      // Removing the listeners would cost more than ignoring these events.
      if (settled) return;
      length += chunk.length;
      const expected = Math.max(length, length === chunk.length && declared === null ? announced(chunk) : 0);
      const missing = Math.max(0, expected - held);
      if (expected > (declared ?? capBytes)) fail("too_long");
      else if (missing > 0 && !hold(missing)) fail("overload");
      else {
        held += missing;
        if (length === held && needsNoCopy(chunk, length)) whole = chunk;
        else {
          collected ??= collectBytes(held, whole);
          collected.add(chunk);
        }
      }
    }
    source.on("data", take).on("end", () => settle(collected?.whole() ?? whole ?? empty));
    exchange.onOver(() => settle("gone"));
  });
}

/** A longer body that arrives in one chunk is copied, so that it does not keep the socket's read buffer alive. */
const UNCOPIED_BYTES_MAX = 16 * 1024;

/** A chunk that fills its array buffer is copied, because that buffer is freed later and belongs to Node.js. */
function needsNoCopy({ length, buffer }: Buffer, received: number): boolean {
  return length === received && length <= UNCOPIED_BYTES_MAX && length < buffer.byteLength;
}

interface CollectedBytes {
  /** Copies the chunk. */
  readonly add: (chunk: Buffer) => void;
  readonly whole: () => Buffer;
  /** Frees the memory of a body that will not be read. */
  readonly free: () => void;
}

/** The largest part allocated beyond the expected length; a smaller part is as long as the bytes so far. */
const FURTHER_BYTES_MAX = 64 * 1024;

/**
 * Copies chunks into one buffer of the expected length. Joining the chunks at the end would take twice the memory, and
 * would keep the socket's read buffers alive as long as the call.
 * @param expected bytes still to come, as far as known
 * @param first bytes that have arrived already
 */
export function collectBytes(expected: number, first: Buffer | null = null): CollectedBytes {
  const full: Buffer[] = [];
  let part = Buffer.allocUnsafeSlow(expected);
  let used = first?.copy(part) ?? 0;
  let before = 0;
  function free(): void {
    for (const each of [...full, part]) freeBytes(each);
  }
  return {
    add: (chunk) => {
      const copied = chunk.copy(part, used);
      used += copied;
      const left = chunk.length - copied;
      if (left === 0) return;
      full.push(part);
      before += used;
      part = Buffer.allocUnsafeSlow(Math.max(left, Math.min(before, FURTHER_BYTES_MAX)));
      used = chunk.copy(part, 0, copied);
    },
    whole: () => {
      const last = part.subarray(0, used);
      if (full.length === 0) return last;
      const whole = Buffer.concat([...full, last]);
      free();
      return whole;
    },
    free,
  };
}

/** A body up to this length is discarded at once: it delays other calls too little to matter. */
const AT_ONCE_BYTES = 128 * 1024;

/**
 * Paused bodies that resume in each turn of the event loop. Each reads one chunk of 64 KiB, and all of them take a
 * millisecond together. Sixty large bodies still end long before their time limit.
 */
const BODIES_PER_TURN = 4;

/** Bodies that wait for their turn. */
const paused: IncomingMessage[] = [];

/**
 * Discards the rest of an HTTP/1.1 request, so that the client can read the response and the connection stays usable.
 * All large bodies together get a few chunks in each turn of the event loop. Otherwise Node.js would read two megabytes
 * of each connection in a turn while health checks wait. Call it before the response ends, because Node.js then reads
 * the rest at full speed.
 */
export function discardInTurns(body: IncomingMessage, onRead: (bytes: number) => void = () => {}): void {
  let read = 0;
  discardBody(body, (bytes) => {
    onRead(bytes);
    read += bytes;
    if (read > AT_ONCE_BYTES) pauseForTurn(body);
  });
}

/** Discards any body as it arrives. Otherwise the data of an HTTP/2 client would stay in memory. */
export function discardBody(body: Readable, onRead: (bytes: number) => void = () => {}): void {
  // Nothing else reads the body yet.
  if (body.listenerCount("data") === 0) {
    body.on("data", ({ length }: Buffer) => {
      chunkRead(length);
      onRead(length);
    });
  }
  body.resume();
}

function pauseForTurn(body: IncomingMessage): void {
  body.pause();
  paused.push(body);
  if (paused.length === 1) setImmediate(nextTurn);
}

function nextTurn(): void {
  for (const body of paused.splice(0, BODIES_PER_TURN)) body.resume();
  if (paused.length > 0) setImmediate(nextTurn);
}

/**
 * Bytes read between two forced minor collections. One takes half a millisecond, once in a call of 5.5 MB. Without it,
 * every seventh such call pays for a marking of 25 ms, and a burst of them holds tens of megabytes more.
 */
const COLLECT_EVERY_BYTES = 4_000_000;

let sinceCollection = 0;

/** Call it with the length of each chunk read. Does nothing in a process started without `--expose-gc`. */
export function chunkRead(bytes: number): void {
  sinceCollection += bytes;
  if (sinceCollection < COLLECT_EVERY_BYTES) return;
  sinceCollection = 0;
  globalThis.gc?.({ type: "minor" });
}
