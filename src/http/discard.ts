// Reads and discards the rest of a request that has its answer, so that the client gets to read the answer and the
// connection stays usable. All large bodies together get a few chunks in each turn of the event loop: left alone,
// Node.js reads two megabytes of each connection in a turn, and health checks wait for it.
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/** What a body brings at once costs others nothing that they would feel; small ones are refused by the thousand. */
const AT_ONCE_BYTES = 128 * 1024;

/** Pieces of 64 KiB, which take a millisecond together. Sixty bodies are through long before any is cut off for it. */
const PIECES_A_TURN = 4;

/** Those that wait for their turn. */
const resting: IncomingMessage[] = [];

/** Of a body over HTTP/1.1. To be told before its answer ends: Node.js reads on by itself what nobody reads by then. */
export function discardInTurns(body: IncomingMessage): void {
  let read = 0;
  discardBody(body, (bytes) => {
    read += bytes;
    if (read > AT_ONCE_BYTES) rest(body);
  });
}

/** Of any body, as it comes: what HTTP/2 has let a client send would else wait in memory. */
export function discardBody(body: Readable, onRead: (bytes: number) => void = () => {}): void {
  // Otherwise it is being read already.
  if (body.listenerCount("data") === 0) {
    body.on("data", ({ length }: Buffer) => {
      chunkRead(length);
      onRead(length);
    });
  }
  body.resume();
}

function rest(body: IncomingMessage): void {
  body.pause();
  resting.push(body);
  if (resting.length === 1) setImmediate(nextTurn);
}

function nextTurn(): void {
  for (const body of resting.splice(0, PIECES_A_TURN)) body.resume();
  if (resting.length > 0) setImmediate(nextTurn);
}

/**
 * Collecting the young generation takes half a millisecond, once in a call of 5.5 MB. That spares this thread and V8's
 * own a marking of 25 ms in every seventh such call, and a burst of them tens of megabytes. In bytes.
 */
const SPENT_BYTES_MAX = 4_000_000;

let spent = 0;

/** To be told of each chunk. Collects nothing in a process that was started without `--expose-gc`. */
export function chunkRead(bytes: number): void {
  spent += bytes;
  if (spent < SPENT_BYTES_MAX) return;
  spent = 0;
  globalThis.gc?.({ type: "minor" });
}
