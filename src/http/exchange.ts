// One request and its response, over any version of HTTP. It holds no policy: who may call, how long and how much is
// decided elsewhere.
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { RpcRequest, RpcResponse } from "../protocols/connect/listener.ts";
import type { BufferedReply } from "../protocols/reply.ts";
import type { Clock } from "../time/clock.ts";
import { LINGER_BYTES } from "./limits.ts";

export interface Exchange {
  /** `1.0`, `1.1` or `2.0`. */
  readonly httpVersion: string;
  readonly httpMethod: string;
  /** The request target: a path, perhaps with a query string. `guard` rewrites an absolute URL to this form. */
  target: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[];
  /** The host that the request names. */
  readonly authority: string | undefined;
  readonly body: Readable;
  /** False if the headers rule out a body. */
  readonly mayHaveBody: () => boolean;
  /** Whether the request has arrived in full. */
  readonly hasArrived: () => boolean;
  /** Whether the connection is TLS. A header of the client would prove nothing. */
  readonly isEncrypted: () => boolean;

  /** The HTTP status of the response. */
  readonly status: () => number;
  /** Whether a response has begun, or the client is gone. */
  readonly isAnswered: () => boolean;
  /** Whether the whole response has been written. */
  readonly isEnded: () => boolean;
  /** Bytes of the response that the client has not taken yet. */
  readonly unsentBytes: () => number;
  /** Whether the response has been sent in full, or never will be. */
  readonly isOver: () => boolean;
  /** Whether this process holds no bytes of an ended response: the network took them, or the client is gone. */
  readonly isFlushed: () => boolean;
  /** Whether the network took the whole response; meaningful only after `isOver`. */
  readonly sentInFull: () => boolean;
  /** Calls back once, when `isOver` becomes true. */
  readonly onOver: (callback: () => void) => void;
  /** Adds headers to any response that this request gets. */
  readonly addHeaders: (headers: BufferedReply["headers"]) => void;
  /** Sends a response, unless one has begun or the client is gone. */
  readonly send: (reply: BufferedReply) => void;
  /** Sends `100 Continue`, for a client that waits for it before it sends the body. */
  readonly sendContinue: () => void;
  /** Closes an HTTP/1.1 connection after the response. HTTP/2 clients get a GOAWAY instead. */
  readonly closeAfterAnswer: () => void;
  /** Rejects a malformed request, as its version of HTTP requires. */
  readonly rejectMalformed: () => void;
  /**
   * For the reader of the body: call it with the length of each chunk. It closes the connection of a client that sends
   * needlessly many small ones.
   */
  readonly countChunk: (bytes: number) => void;
  /**
   * For a refused call, a preflight or a malformed request. It closes the connection of an address that sends too many.
   */
  readonly countRefusal: (hasValidKey: boolean) => void;
  /** For a call with a valid key. Its connection is no longer a stranger's. */
  readonly noteValidKey: () => void;
  /** Reads and discards the rest of the request's body. */
  readonly discardBody: () => void;
  /** Ends the call without a response: its stream on HTTP/2, the connection on HTTP/1.1. */
  readonly abort: () => void;
  /**
   * Closes the connection with every call on it. For a client that has stopped reading: it would not read the frame
   * that ends one call either.
   */
  readonly closeConnection: () => void;
  /** Refuses the rest of the request: closes its stream on HTTP/2, and the connection on HTTP/1.1. */
  readonly stopReading: () => void;
  /** The exchange as Node.js's request and response, for code that needs these. From then on only they are used. */
  readonly nodePair: () => { readonly req: RpcRequest; readonly res: RpcResponse };
}

/** @param awaitsContinue true if the client sends its body only after `100 Continue` */
export type RequestListener = (exchange: Exchange, awaitsContinue: boolean) => void;

/** The headers of a reply together with those added to its exchange; the `vary` of both is kept. */
export function joinedHeaders(
  headers: BufferedReply["headers"],
  added: BufferedReply["headers"] | null,
): BufferedReply["headers"] {
  if (added === null) return headers;
  const vary = [headers.vary, added.vary].filter((names) => names !== undefined).join(", ");
  return { ...headers, ...added, ...(vary === "" ? {} : { vary }) };
}

/**
 * Reads and discards the rest of a request that has its response already, so that the client can read the response and
 * the connection stays usable. Beyond a bound in bytes or time, an HTTP/1.1 connection is closed and an HTTP/2 stream
 * is reset (RFC 9113, section 8.1). Call it when the exchange is over.
 * @param lingerMs longest time to read on
 */
export function discardRest(exchange: Exchange, clock: Clock, lingerMs: number): void {
  const { body } = exchange;
  if (exchange.hasArrived() || body.destroyed || !exchange.sentInFull()) return;
  const stop = () => exchange.stopReading();
  const done = clock.after(lingerMs, stop);
  let discarded = 0;
  exchange.discardBody();
  body.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > LINGER_BYTES) stop();
  });
  body.once("end", done).once("close", done);
}
