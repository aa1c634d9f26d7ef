// One request and its answer, whichever version of HTTP carries them. No policy: who may call, how long and how much is
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
  /** The request target: a path, perhaps with a query string. */
  target: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  /** The host that the request names. */
  readonly authority: string | undefined;
  /** Where the body comes from. */
  readonly body: Readable;
  /** False when the headers say that there is no body; whatever is said, there may be none. */
  readonly mayHaveBody: () => boolean;
  /** Whether the request is here to its end. */
  readonly hasArrived: () => boolean;
  /** Whether the request came over TLS. Asked of the connection: what a client says of itself proves nothing. */
  readonly isEncrypted: () => boolean;

  /** The HTTP status that was answered. */
  readonly status: () => number;
  /** Whether an answer is out, or begun, or nobody is there to take one. */
  readonly isAnswered: () => boolean;
  /** Whether all of an answer has been written. */
  readonly isEnded: () => boolean;
  /** Bytes of the answer that wait for its reader. */
  readonly unsentBytes: () => number;
  /** Whether the answer is out in full, or certain never to be. */
  readonly isOver: () => boolean;
  /** Whether nothing is held here of an answer that has been ended: the network has taken it, or nobody is there to. */
  readonly isFlushed: () => boolean;
  /** True when the whole answer was handed to the network; only meaningful once it is over. */
  readonly sentInFull: () => boolean;
  /** Calls back once when it is over. */
  readonly onOver: (callback: () => void) => void;
  /** Headers of every answer to this request, besides those of the reply. */
  readonly addHeaders: (headers: BufferedReply["headers"]) => void;
  /** Sends an answer, unless one is out or nobody is there to take it. */
  readonly send: (reply: BufferedReply) => void;
  /** `100 Continue`, for a client that sends its body only then. */
  readonly sendContinue: () => void;
  /** Has HTTP/1.1 close the connection behind the answer. Over HTTP/2 clients are told by GOAWAY. */
  readonly closeAfterAnswer: () => void;
  /** Turns a request away that is none, in the way of its version of HTTP. */
  readonly rejectMalformed: () => void;
  /** Reads on what comes of the request's body, for nobody. */
  readonly discardBody: () => void;
  /** Ends the call without an answer: the HTTP/2 call alone, the whole connection under HTTP/1.1. */
  readonly abort: () => void;
  /**
   * Closes the connection that the call came by, with every other call on it. For a client that has stopped reading:
   * what would end the call alone waits, like everything else, behind what that client does not read.
   */
  readonly closeConnection: () => void;
  /** Asks for no more of the request: its stream is closed under HTTP/2, the whole connection under HTTP/1.1. */
  readonly stopReading: () => void;
  /** The same as Node.js's own pair, for what is written for these. From then on they alone read and answer. */
  readonly nodePair: () => { readonly req: RpcRequest; readonly res: RpcResponse };
}

/** @param awaitsContinue true when the client sends its body only after `100 Continue` */
export type RequestListener = (exchange: Exchange, awaitsContinue: boolean) => void;

/** The headers of a reply with those that were added to its exchange. Both may say what the answer varies with. */
export function joinedHeaders(
  headers: BufferedReply["headers"],
  added: BufferedReply["headers"] | null,
): BufferedReply["headers"] {
  if (added === null) return headers;
  const vary = [headers.vary, added.vary].filter((names) => names !== undefined).join(", ");
  return { ...headers, ...added, ...(vary === "" ? {} : { vary }) };
}

/**
 * Sees to it that an answer which is out before its request has arrived in full leaves nothing hanging: the rest is
 * read and thrown away, so that the client gets to see the answer and the connection stays in step. Past a bound in
 * bytes or time, an HTTP/1.1 connection is closed and an HTTP/2 client told to stop (RFC 9113, section 8.1). To be
 * called when the answer is over.
 * @param lingerMs longest time to go on reading
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
