// One request and its answer over either version of HTTP, and the few things that differ between the two.
// No policy: who may call, how long and how much is decided elsewhere.
import type { IncomingMessage, ServerResponse } from "node:http";
import { constants, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { Readable } from "node:stream";
import { TLSSocket } from "node:tls";
import type { Clock } from "../gateway/clock.ts";
import { LINGER_BYTES } from "./limits.ts";

export type AnyRequest = IncomingMessage | Http2ServerRequest;
export type AnyResponse = ServerResponse | Http2ServerResponse;

/** @param awaitsContinue true when the client sends its body only after `100 Continue` */
export type RequestListener = (req: AnyRequest, res: AnyResponse, awaitsContinue: boolean) => void;

/** Whether the request came over TLS. Asked of the connection: what an HTTP/2 client says of itself proves nothing. */
export function isEncrypted(req: AnyRequest): boolean {
  return "stream" in req ? req.stream.session?.encrypted === true : req.socket instanceof TLSSocket;
}

/** True when the whole answer was handed to the network; only meaningful once the answer has closed. */
export function sentInFull(res: AnyResponse): boolean {
  return res.writableFinished && !("stream" in res && res.stream.rstCode !== constants.NGHTTP2_NO_ERROR);
}

/**
 * Where the body of a request comes from. Over HTTP/2 the stream itself: the request would pass each piece on by a
 * second stream of its own.
 */
export function bodyOf(req: AnyRequest): Readable {
  return "stream" in req ? req.stream : req;
}

/** Ends a call without an answer: the HTTP/2 call alone, the whole connection under HTTP/1.1. */
export function cutOff(req: AnyRequest): void {
  if ("stream" in req) req.stream.close(constants.NGHTTP2_CANCEL);
  else req.socket.destroy();
}

/**
 * Closes the connection that a call came by, with every other call on it. For a client that has stopped reading: what
 * would end the call alone waits, like everything else, behind what that client does not read.
 */
export function sever(req: AnyRequest): void {
  if ("stream" in req) req.stream.session?.destroy();
  else req.socket.destroy();
}

/** Whether what `onceOver` waits for has come about. */
export function isOver(res: AnyResponse): boolean {
  if (!("stream" in res)) return res.closed;
  const { stream } = res;
  return stream.writableFinished || stream.closed || stream.destroyed;
}

/** Whether nothing is held here of an answer that has been ended: the network has taken it, or nobody is there to. */
export function isOut(res: AnyResponse): boolean {
  return isOver(res) || (!("stream" in res) && res.writableEnded && res.writableLength === 0);
}

/** Calls back once: when the answer is out in full, or when it is certain that it never will be. */
export function onceOver(res: AnyResponse, callback: () => void): void {
  if (!("stream" in res)) {
    // It comes once, so that nobody need listen once, which costs more.
    res.on("close", callback);
    return;
  }
  // A call may stay open behind its answer, while its client goes on sending.
  const { stream } = res;
  function over(): void {
    stream.off("finish", over).off("close", over);
    callback();
  }
  stream.on("finish", over).on("close", over);
}

/** Whether the request is here to its end. Over HTTP/2 it does not know what its stream has read: see `bodyOf`. */
export function hasArrived(req: AnyRequest): boolean {
  return req.complete || ("stream" in req && (req.stream.readableEnded || req.stream.endAfterHeaders));
}

/**
 * Sees to it that an answer which is out before its request has arrived in full leaves nothing hanging: the rest is
 * read and thrown away, so that the client gets to see the answer and the connection stays in step. Past a bound in
 * bytes or time, an HTTP/1.1 connection is closed and an HTTP/2 client told to stop (RFC 9113, section 8.1).
 * @param lingerMs longest time to go on reading
 * @returns to be called when the answer is over
 */
export function earlyAnswerSettler(req: AnyRequest, res: AnyResponse, clock: Clock, lingerMs: number): () => void {
  // Taken now: an answered request no longer knows its socket.
  const { socket } = req;
  const stop = () => {
    if ("stream" in req) req.stream.close(constants.NGHTTP2_NO_ERROR);
    else socket.destroy();
  };
  return () => {
    if (!hasArrived(req) && !req.destroyed && sentInFull(res)) discardRest(req, stop, clock, lingerMs);
  };
}

function discardRest(req: AnyRequest, stop: () => void, clock: Clock, lingerMs: number): void {
  const done = clock.after(lingerMs, stop);
  let discarded = 0;
  req.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > LINGER_BYTES) stop();
  });
  req.once("end", done).once("close", done);
  req.resume();
}
