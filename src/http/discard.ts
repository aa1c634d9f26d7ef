// Reads and discards the rest of a request after its response, so that the client can read the response and the
// connection stays usable. All large bodies together get a few chunks in each turn of the event loop. Without this,
// Node.js would read two megabytes of each connection in a turn while health checks wait.
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/** A body up to this length is discarded at once: it delays other calls too little to matter. */
const AT_ONCE_BYTES = 128 * 1024;

/** Chunks of 64 KiB, which take a millisecond together. Sixty large bodies still end long before their time limit. */
const CHUNKS_A_TURN = 4;

/** Bodies that wait for their turn. */
const paused: IncomingMessage[] = [];

/**
 * Discards a body of HTTP/1.1. Call it before the response ends: after that, Node.js reads what is left at full speed.
 */
export function discardInTurns(body: IncomingMessage): void {
  let read = 0;
  discardBody(body, (bytes) => {
    read += bytes;
    if (read > AT_ONCE_BYTES) pauseForTurn(body);
  });
}

/** Discards any body as it comes. What an HTTP/2 client has sent would otherwise stay in memory. */
export function discardBody(body: Readable, onRead: (bytes: number) => void = () => {}): void {
  // Nothing reads the body yet.
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
  for (const body of paused.splice(0, CHUNKS_A_TURN)) body.resume();
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
