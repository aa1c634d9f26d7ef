// The HTTP/1.1 server: its limits in time and size, pipelined requests, and the response to bytes that are not HTTP.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { gatewayReply } from "../../protocols/reply.ts";
import { type Status, statuses } from "../../statuses.ts";
import { errorCode } from "../../thrown.ts";
import type { RequestListener } from "../exchange.ts";
import { HEADER_BYTES_MAX, type Timeouts } from "../limits.ts";
import { type Http1Counts, Http1Exchange } from "./http1-exchange.ts";
import { parseInPieces } from "./parser-pieces.ts";

/** Options of the servers of both versions. */
export interface HttpOptions {
  readonly timeouts: Timeouts;
  /** Called for bytes that are not HTTP, or a request that is late. */
  readonly onUnreadable: () => void;
}

interface Http1 {
  readonly server: Server;
  /** Serves a connection. */
  readonly serve: (socket: Socket) => void;
}

interface Http1Parts {
  /** Whether connections close after their next response. */
  readonly leaving: () => boolean;
  /** Whether no call of a connection has had a valid key yet. */
  readonly isStranger: (socket: Socket) => boolean;
  readonly counts: Http1Counts;
}

export function http1Server(
  { timeouts, onUnreadable }: HttpOptions,
  onRequest: RequestListener,
  { leaving, isStranger, counts }: Http1Parts,
): Http1 {
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    // `guard` checks this: Node.js would answer without a body.
    requireHostHeader: false,
    headersTimeout: timeouts.headersMs,
    // A backstop: `in-flight.ts` enforces the time limit on bodies for both versions of HTTP.
    requestTimeout: timeouts.headersMs + 2 * timeouts.bodyMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: Math.min(1_000, Math.max(10, timeouts.headersMs / 4)),
  });
  const pipelined = createPipelined();
  /** The latest request of each connection, until it is answered. */
  const latest = new Map<Duplex, { readonly req: IncomingMessage; readonly exchange: Http1Exchange }>();
  function take(req: IncomingMessage, res: ServerResponse, awaitsContinue: boolean): void {
    const { socket } = req;
    // The parser goes on with what was read before the connection was closed.
    if (socket.destroyed) return;
    const settled = () => pipelined.settled(socket);
    const exchange = new Http1Exchange(req, res, leaving, counts);
    latest.set(socket, { req, exchange });
    res.once("close", () => {
      if (latest.get(socket)?.req === req) latest.delete(socket);
    });
    // An error in the rest of an answered request gets no response of its own.
    res.once("close", () => (req.complete ? settled() : req.once("close", settled)));
    pipelined.take(socket, () => onRequest(exchange, awaitsContinue));
  }
  server.on("request", (req, res) => take(req, res, false)).on("checkContinue", (req, res) => take(req, res, true));
  // An unknown expectation may be ignored (RFC 9110, section 10.1.1). Node.js would answer before the key is checked.
  server.on("checkExpectation", (req, res) => take(req, res, false));
  // Without this, Node.js closes the connection. There is no response object, because a tunnel starts after the
  // headers.
  server.on("connect", (_req, socket) => {
    onUnreadable();
    refuseUnreadable(new Error("CONNECT is not supported"), socket, pipelined.answering(socket));
  });
  server.on("clientError", (error, socket) => {
    if (isUnreadable(error)) onUnreadable();
    const reading = latest.get(socket);
    // The body is malformed, so the response to these bytes is the response to the request.
    if (isMalformed(error) && reading?.req.complete === false && !reading.exchange.isAnswered()) {
      reading.exchange.rejectMalformed();
      return;
    }
    refuseUnreadable(error, socket, pipelined.answering(socket));
  });
  const readsBody = (socket: Socket) => latest.get(socket)?.req.complete === false;
  return { server, serve: parseInPieces(server, { isFull: pipelined.isFull, readsBody, isStranger }) };
}

/** Requests of one connection that run at once: enough to keep all threads busy. */
const BEGUN_MAX = 32;

interface Pipelined {
  /** @param begin called now or in turn, and never after the connection has closed */
  readonly take: (socket: Duplex, begin: () => void) => void;
  /** The request has been answered, or never will be. */
  readonly settled: (socket: Duplex) => void;
  /** Whether requests wait for their turn. Until they have begun, no more should be read. */
  readonly isFull: (socket: Duplex) => boolean;
  /** Whether a request waits for its response. */
  readonly answering: (socket: Duplex) => boolean;
}

export function createPipelined(): Pipelined {
  const begun = new WeakMap<Duplex, number>();
  /**
   * Only for connections with waiting requests, because a value that references its key keeps it until a full
   * collection.
   */
  const waiting = new WeakMap<Duplex, (() => void)[]>();

  function start(socket: Duplex, begin: () => void): void {
    begun.set(socket, (begun.get(socket) ?? 0) + 1);
    begin();
  }

  function wait(socket: Duplex, begin: () => void): void {
    const others = waiting.get(socket);
    if (others === undefined) waiting.set(socket, [begin]);
    else others.push(begin);
  }

  /**
   * In the next turn of the event loop: small calls are answered so quickly that a connection with thousands of them
   * would otherwise block the thread until its last.
   */
  function startNext(socket: Duplex): void {
    const others = waiting.get(socket);
    const next = others?.shift();
    if (others?.length === 0) {
      waiting.delete(socket);
      socket.resume();
    }
    if (next !== undefined && !socket.destroyed) start(socket, next);
  }

  return {
    take: (socket, begin) => {
      if (waiting.has(socket) || (begun.get(socket) ?? 0) >= BEGUN_MAX) wait(socket, begin);
      else start(socket, begin);
    },
    settled: (socket) => {
      begun.set(socket, (begun.get(socket) ?? 1) - 1);
      if (waiting.has(socket)) setImmediate(startNext, socket);
    },
    isFull: (socket) => waiting.has(socket),
    answering: (socket) => (begun.get(socket) ?? 0) > 0 || waiting.has(socket),
  };
}

const byCode = new Map<string, Status>([
  ["HPE_HEADER_OVERFLOW", statuses.headers_too_long],
  ["ERR_HTTP_REQUEST_TIMEOUT", statuses.body_overdue],
]);

/** Whether the bytes violate the grammar of HTTP/1.1. */
function isMalformed(error: Error): boolean {
  return errorCode(error).startsWith("HPE_");
}

/** Whether a connection failed because of its bytes or their timing, and not because its client left. */
export function isUnreadable(error: Error): boolean {
  const code = errorCode(error);
  return isMalformed(error) || code === "ERR_HTTP_REQUEST_TIMEOUT" || code === "ERR_HTTP2_ERROR";
}

/**
 * @param answering true while an earlier request on the connection waits for its response. Then these bytes get no
 * response, or the client would take it for the response to that request
 */
function refuseUnreadable(error: Error, socket: Duplex, answering: boolean): void {
  if (answering || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = byCode.get(errorCode(error)) ?? statuses.malformed;
  const { headers, body } = gatewayReply(status, { connection: "close" });
  const head = [
    `HTTP/1.1 ${status.http} ${status.text}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${body.length}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
