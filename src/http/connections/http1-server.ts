// What speaks HTTP/1.1 on a connection, with its bounds in time and size; requests go to the listener. What is no
// request is answered where that can be done, and its connection closed.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { RequestListener } from "../exchange.ts";
import { HEADER_BYTES_MAX, type Timeouts } from "../limits.ts";
import { Http1Exchange } from "./http1-exchange.ts";
import { createPipelined } from "./pipelined.ts";
import { isMalformed, isUnreadable, refuseUnreadable } from "./unreadable.ts";

/** What the servers of both versions need. */
export interface HttpOptions {
  readonly timeouts: Timeouts;
  /** Told of bytes that are no request, or none in time. */
  readonly onUnreadable: () => void;
}

/** @param leaving whether connections close behind their next answer */
export function http1Server(
  { timeouts, onUnreadable }: HttpOptions,
  onRequest: RequestListener,
  leaving: () => boolean,
): Server {
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    // Looked for in the guard: Node.js would answer without a body.
    requireHostHeader: false,
    headersTimeout: timeouts.headersMs,
    // A backstop: the bound on the body is kept for both versions of HTTP by the set of requests in flight.
    requestTimeout: timeouts.headersMs + 2 * timeouts.bodyMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: Math.min(1_000, Math.max(10, timeouts.headersMs / 4)),
  });
  const pipelined = createPipelined();
  /** The latest request of each connection, until it is answered. */
  const latest = new Map<Duplex, { readonly req: IncomingMessage; readonly exchange: Http1Exchange }>();
  function take(req: IncomingMessage, res: ServerResponse, awaitsContinue: boolean): void {
    const { socket } = req;
    const settled = () => pipelined.settled(socket);
    const exchange = new Http1Exchange(req, res, leaving);
    latest.set(socket, { req, exchange });
    res.once("close", () => {
      if (latest.get(socket)?.req === req) latest.delete(socket);
    });
    // What breaks in the rest of a request that has its answer is not answered either.
    res.once("close", () => (req.complete ? settled() : req.once("close", settled)));
    pipelined.take(socket, () => onRequest(exchange, awaitsContinue));
  }
  server.on("request", (req, res) => take(req, res, false)).on("checkContinue", (req, res) => take(req, res, true));
  // An expectation nobody knows may be ignored (RFC 9110, section 10.1.1). Node.js would answer before the key is seen.
  server.on("checkExpectation", (req, res) => take(req, res, false));
  // Would else end without a word. There is no answer to write to, since a tunnel begins behind its headers.
  server.on("connect", (_req, socket) => {
    onUnreadable();
    refuseUnreadable(new Error("no tunnels here"), socket, pipelined.answering(socket));
  });
  server.on("clientError", (error, socket) => {
    if (isUnreadable(error)) onUnreadable();
    const reading = latest.get(socket);
    // The body broke off, so the answer to these bytes is the answer to the request.
    if (isMalformed(error) && reading?.req.complete === false && !reading.exchange.isAnswered()) {
      reading.exchange.rejectMalformed();
      return;
    }
    refuseUnreadable(error, socket, pipelined.answering(socket));
  });
  return server;
}
