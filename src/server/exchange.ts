// One request and its answer over either version of HTTP, and the few things that differ between the two.
// No policy: who may call, how long and how much is decided elsewhere.
import type { IncomingMessage, ServerResponse } from "node:http";
import { constants, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { LINGER_BYTES } from "./limits.ts";

export type AnyRequest = IncomingMessage | Http2ServerRequest;
export type AnyResponse = ServerResponse | Http2ServerResponse;

/** @param awaitsContinue true when the client sends its body only after `100 Continue` */
export type RequestListener = (req: AnyRequest, res: AnyResponse, awaitsContinue: boolean) => void;

/** True when the whole answer was handed to the network; only meaningful once the answer has closed. */
export function sentInFull(res: AnyResponse): boolean {
  return res.writableFinished && !("stream" in res && res.stream.rstCode !== constants.NGHTTP2_NO_ERROR);
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

/**
 * Sees to it that an answer which is out before its request has arrived in full leaves no connection hanging.
 * Under HTTP/2 the client is told to stop sending. Under HTTP/1.1 the rest is read and thrown away, so that the client
 * gets to see the answer and the connection stays in step; past a bound in bytes or time it is closed.
 * @param lingerMs longest time to go on reading
 */
export function settleEarlyAnswers(req: AnyRequest, res: AnyResponse, lingerMs: number): void {
  if ("stream" in req) {
    const { stream } = req;
    stream.once("finish", () => {
      if (!req.complete) stream.close(constants.NGHTTP2_NO_ERROR);
    });
  } else {
    // Taken now: an answered request no longer knows its socket.
    const { socket } = req;
    res.once("finish", () => {
      if (!req.complete && !socket.destroyed) discardRest(req, () => socket.destroy(), lingerMs);
    });
  }
}

function discardRest(req: IncomingMessage, giveUp: () => void, lingerMs: number): void {
  const timer = setTimeout(giveUp, lingerMs);
  const done = () => clearTimeout(timer);
  let discarded = 0;
  req.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > LINGER_BYTES) giveUp();
  });
  req.once("end", done).once("close", done);
  req.resume();
}
