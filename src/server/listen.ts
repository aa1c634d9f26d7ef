// One listening port for HTTP/1.1 and HTTP/2 without TLS, both feeding one request listener.
// The HTTP/1.1 server is the one that really listens, because only then do its header and request timeouts run; its
// own `connection` listener is put behind the sniffer.
import { createServer, type Server } from "node:http";
import { createServer as createHttp2Server, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { AnyRequest, AnyResponse, RequestListener } from "./exchange.ts";
import {
  CONNECTIONS_MAX,
  HEADER_BYTES_MAX,
  PROBE_AFTER_MS,
  SESSION_MEMORY_MB,
  SESSION_WINDOW_BYTES,
  STREAM_WINDOW_BYTES,
  STREAMS_MAX,
  type Timeouts,
} from "./limits.ts";
import { createSniffer } from "./sniff.ts";
import { refuseUnreadable } from "./unreadable.ts";

/** How long connections get to close on their own before they are cut, in milliseconds. */
const CLOSE_GRACE_MS = 250;

export interface ListenOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly timeouts: Timeouts;
  /** Told when a connection cannot be accepted, as when the process may open no more files. */
  readonly onAcceptError: (error: Error) => void;
}

export interface Listener {
  /** `http://HOST:PORT` with the port that was really taken. */
  readonly address: string;
  /** Takes no new connections, tells clients to move on, closes what is idle. Calls in flight go on. */
  readonly retire: () => void;
  /** Retires, then cuts every connection that has not closed a moment later; resolves when all are gone. */
  readonly close: () => Promise<void>;
}

/** @throws the operating system's error when the address cannot be listened on */
export async function listen(options: ListenOptions, onRequest: RequestListener): Promise<Listener> {
  const sessions = new Set<ServerHttp2Session>();
  const sockets = new Set<Socket>();
  const http1 = http1Server(options.timeouts, onRequest);
  const http2 = http2Server(options.timeouts, sessions, onRequest);
  const [onHttp1Connection] = http1.listeners("connection");
  if (onHttp1Connection === undefined) throw new Error("the HTTP/1.1 server has no connection listener");
  const sniff = createSniffer({
    http1: (socket) => onHttp1Connection.call(http1, socket),
    http2: (socket) => http2.emit("connection", socket),
    timeoutMs: options.timeouts.headersMs,
  });
  http1.removeAllListeners("connection").on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.setNoDelay(true).setKeepAlive(true, PROBE_AFTER_MS);
    sniff(socket);
  });
  const closed = new Promise<void>((resolve) => http1.once("close", resolve));
  const address = await bind(http1, options.host, options.port);
  // Unheard, this event would end the process: anyone could do that by opening connections until there are no files.
  http1.on("error", options.onAcceptError);
  http1.maxConnections = CONNECTIONS_MAX;
  function retire(): void {
    if (http1.listening) http1.close();
    http1.closeIdleConnections();
    for (const session of sessions) session.close();
  }
  return {
    address,
    retire,
    close: async () => {
      retire();
      const cut = setTimeout(() => {
        for (const session of sessions) session.destroy();
        for (const socket of sockets) socket.destroy();
      }, CLOSE_GRACE_MS);
      await closed;
      clearTimeout(cut);
    },
  };
}

function http1Server(timeouts: Timeouts, onRequest: RequestListener): Server {
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
    res.once("close", () => answering.set(socket, (answering.get(socket) ?? 1) - 1));
    onRequest(req, res, awaitsContinue);
  }
  server.on("request", (req, res) => take(req, res, false)).on("checkContinue", (req, res) => take(req, res, true));
  // An expectation nobody knows may be ignored (RFC 9110, section 10.1.1). Node.js would answer before the key is seen.
  server.on("checkExpectation", (req, res) => take(req, res, false));
  server.on("clientError", (error, socket) => refuseUnreadable(error, socket, (answering.get(socket) ?? 0) > 0));
  return server;
}

function http2Server(timeouts: Timeouts, sessions: Set<ServerHttp2Session>, onRequest: RequestListener): Http2Server {
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
  server.on("sessionError", () => {});
  server.on("request", (req, res) => onRequest(req, res, false));
  server.on("checkContinue", (req, res) => onRequest(req, res, true));
  server.on("checkExpectation", (req, res) => onRequest(req, res, false));
  return server;
}

function bind(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const bound = server.address();
      if (bound === null || typeof bound === "string") reject(new Error("not listening on a TCP port"));
      else resolve(`http://${host.includes(":") ? `[${host}]` : host}:${bound.port}`);
    });
  });
}
