// What speaks HTTP/1.1 and HTTP/2 on a connection, after a TLS handshake or without one, both feeding one request
// listener. Connections come from a listening port, or from whoever hands them to the server's `connection` event;
// where from makes no difference here.
import { createServer, type Server } from "node:http";
import { constants, createServer as createHttp2Server, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import type { Clock } from "../gateway/clock.ts";
import type { AnyRequest, AnyResponse, RequestListener } from "./exchange.ts";
import {
  HEADER_BYTES_MAX,
  PROBE_AFTER_MS,
  SESSION_MEMORY_MB,
  SESSION_WINDOW_BYTES,
  STREAM_WINDOW_BYTES,
  STREAMS_MAX,
  type Timeouts,
} from "./limits.ts";
import { createSniffer, type SniffTargets } from "./sniff.ts";
import { createTlsFront, type TlsFrontParts } from "./tls-front.ts";
import { isUnreadable, refuseUnreadable } from "./unreadable.ts";

export interface Connections {
  /** The server that listens, and whose `connection` event is told of each connection. */
  readonly server: Server;
  /**
   * Tells clients to move on; what they have sent by the time they hear of it is taken. A GOAWAY must not meet a call
   * on its way: clients would ask elsewhere, but nginx, which does not keep what it forwards of gRPC, has lost it. It
   * puts no second call on a connection, so one with a call may be told at once; one that it keeps in reserve it gives
   * up at the first byte that comes unasked, a PING, which means nothing to all others.
   * @returns false when there is nobody to tell
   */
  readonly notice: () => boolean;
  /** Closes what is idle, and whatever is not as soon as it is. */
  readonly retire: () => void;
  /** Ends every connection with all that is on it. */
  readonly cut: () => void;
}

/** What TLS needs of whoever wants it on a connection. */
export type TlsEnd = Pick<TlsFrontParts, "identity" | "onFailed">;

export interface ConnectionOptions {
  readonly timeouts: Timeouts;
  readonly clock: Clock;
  /** null: without TLS. */
  readonly tls: TlsEnd | null;
  /** Told of bytes that are no request, or none in time. */
  readonly onUnreadable: () => void;
}

export function createConnections(options: ConnectionOptions, onRequest: RequestListener): Connections {
  const { timeouts, clock, tls } = options;
  const sessions = new Set<ServerHttp2Session>();
  const sockets = new Set<Socket>();
  const http1 = http1Server(options, onRequest);
  const http2 = http2Server(options, sessions, onRequest);
  let noticed = false;
  const calls = new WeakMap<ServerHttp2Session, number>();
  http2.on("session", (session) => {
    const count = (by: number) => calls.set(session, (calls.get(session) ?? 0) + by);
    session.on("stream", (stream) => {
      count(1);
      stream.once("close", () => count(-1));
      if (noticed) tellOfLastCall(session);
    });
  });
  const isBusy = (session: ServerHttp2Session) => (calls.get(session) ?? 0) > 0;
  const [onHttp1Connection] = http1.listeners("connection");
  if (onHttp1Connection === undefined) throw new Error("the HTTP/1.1 server has no connection listener");
  const serve = byProtocol({
    http1: (socket) => onHttp1Connection.call(http1, socket),
    http2: (socket) => {
      // The server that listens keeps sockets open of which the client has closed its end: only HTTP/1.1 minds.
      socket.allowHalfOpen = false;
      http2.emit("connection", socket);
    },
    timeoutMs: timeouts.headersMs,
    clock,
  });
  const accept = tls === null ? serve : createTlsFront({ ...tls, handshakeMs: timeouts.headersMs, onSecure: serve });
  http1.removeAllListeners("connection").on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.setNoDelay(true).setKeepAlive(true, PROBE_AFTER_MS);
    accept(socket);
  });
  return {
    server: http1,
    notice: () => {
      noticed = true;
      for (const session of sessions) {
        if (isBusy(session)) tellOfLastCall(session);
        else if (!session.closed && !session.destroyed) session.ping(() => {});
      }
      return sockets.size > 0;
    },
    retire: () => {
      http1.closeIdleConnections();
      // Closed with a call in flight, Node.js may close the connection under the end of its answer.
      for (const session of sessions) {
        if (isBusy(session)) tellOfLastCall(session);
        else session.close();
      }
    },
    cut: () => {
      for (const session of sessions) session.destroy();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** GOAWAY, which names the last call taken. */
function tellOfLastCall(session: ServerHttp2Session): void {
  if (!session.closed && !session.destroyed) session.goaway(constants.NGHTTP2_NO_ERROR);
}

/** By what was agreed on with the TLS handshake (ALPN), or, where nothing was, by the first bytes. */
function byProtocol(targets: SniffTargets): (socket: Socket | TLSSocket) => void {
  const sniff = createSniffer({
    ...targets,
    http2: (socket) => {
      // Node.js would take no HTTP/2 from a TLS connection that did not agree on it.
      if (socket instanceof TLSSocket) socket.alpnProtocol = "h2";
      targets.http2(socket);
    },
  });
  return (socket) => {
    if (!(socket instanceof TLSSocket) || socket.alpnProtocol === false) sniff(socket);
    else if (socket.alpnProtocol === "h2") targets.http2(socket);
    else targets.http1(socket);
  };
}

function http1Server({ timeouts, onUnreadable }: ConnectionOptions, onRequest: RequestListener): Server {
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: timeouts.headersMs,
    // A backstop: the bound on the body is kept for both versions of HTTP by the set of requests in flight.
    requestTimeout: timeouts.headersMs + 2 * timeouts.bodyMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: Math.min(1_000, Math.max(10, timeouts.headersMs / 4)),
  });
  const answering = new WeakMap<Duplex, number>();
  function take(req: AnyRequest, res: AnyResponse, awaitsContinue: boolean): void {
    const { socket } = req;
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    const settled = () => answering.set(socket, (answering.get(socket) ?? 1) - 1);
    // What breaks in the rest of a request that has its answer is not answered either.
    res.once("close", () => (req.complete ? settled() : req.once("close", settled)));
    onRequest(req, res, awaitsContinue);
  }
  server.on("request", (req, res) => take(req, res, false)).on("checkContinue", (req, res) => take(req, res, true));
  // An expectation nobody knows may be ignored (RFC 9110, section 10.1.1). Node.js would answer before the key is seen.
  server.on("checkExpectation", (req, res) => take(req, res, false));
  server.on("clientError", (error, socket) => {
    if (isUnreadable(error)) onUnreadable();
    refuseUnreadable(error, socket, (answering.get(socket) ?? 0) > 0);
  });
  return server;
}

function http2Server(
  { timeouts, onUnreadable }: ConnectionOptions,
  sessions: Set<ServerHttp2Session>,
  onRequest: RequestListener,
): Http2Server {
  const server = createHttp2Server({
    maxSessionMemory: SESSION_MEMORY_MB,
    settings: {
      maxConcurrentStreams: STREAMS_MAX,
      initialWindowSize: STREAM_WINDOW_BYTES,
      maxHeaderListSize: HEADER_BYTES_MAX,
    },
  });
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    session.setLocalWindowSize(SESSION_WINDOW_BYTES);
    // Counts only silence: a session with calls in flight has their own clocks.
    session.setTimeout(timeouts.idleMs, () => session.close());
  });
  // A session that fails ends its own calls; there is nobody else to tell.
  server.on("sessionError", (error) => {
    if (isUnreadable(error)) onUnreadable();
  });
  server.on("request", (req, res) => onRequest(req, res, false));
  server.on("checkContinue", (req, res) => onRequest(req, res, true));
  server.on("checkExpectation", (req, res) => onRequest(req, res, false));
  return server;
}
