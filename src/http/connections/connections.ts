// Connections in; requests of either HTTP version out. The protocol is the one agreed in the TLS handshake (ALPN).
// Without that the first bytes decide: HTTP/2 starts with a preface (RFC 9113, section 3.4), HTTP/1.1 does not. A
// connection that does not send enough bytes in time is closed.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { takeOut } from "../../lists.ts";
import type { Clock } from "../../time/clock.ts";
import type { RequestListener } from "../exchange.ts";
import { announceEnd, beganAfterNotice, closeGracefully } from "./goaway.ts";
import { http1Server } from "./http1.ts";
import { type Http2Options, http2Server } from "./http2.ts";
import { openSockets } from "./open-sockets.ts";
import { createPeers, mayBeRefused, pieceCounter } from "./peers.ts";
import { createTlsFront, type TlsFrontParts } from "./tls.ts";

export interface Notice {
  /** Settles when every client has confirmed the notice or left. */
  readonly confirmed: Promise<unknown>;
}

export interface Connections {
  /** The server that listens; its `connection` event fires for each connection. */
  readonly server: Server;
  /**
   * Asks clients to reconnect elsewhere. Calls that they send before they confirm it are served.
   * @returns null if there are no clients
   */
  readonly notice: () => Notice | null;
  /** Closes every connection as soon as it is idle. */
  readonly retire: () => void;
  /** Destroys every connection, with the calls on it. */
  readonly destroy: () => void;
}

/** The parts of TLS that the caller provides. */
type TlsEnd = Pick<TlsFrontParts, "identity" | "onFailed">;

export interface ConnectionOptions extends Http2Options {
  /** null: without TLS. */
  readonly tls: TlsEnd | null;
  /** Most connections of one address; null if addresses are not counted, as behind a proxy. */
  readonly connectionsPerAddressMax: number | null;
}

export function createConnections(options: ConnectionOptions, onRequest: RequestListener): Connections {
  const { timeouts, clock, tls, connectionsPerAddressMax: perPeerMax } = options;
  const peers = createPeers(clock, perPeerMax !== null);
  /** The HTTP/1.1 connections. */
  const http1Sockets: Socket[] = [];
  let draining = false;
  /** Counters of the pieces of HTTP/1.1 connections. A value that referenced its key would keep it alive. */
  const counters = new WeakMap<Socket, (bytes: number) => boolean>();
  function onChunk(socket: Socket, bytes: number): void {
    let mayContinue = counters.get(socket);
    if (mayContinue === undefined) {
      mayContinue = pieceCounter(peers.of(socket), clock);
      counters.set(socket, mayContinue);
    }
    if (!mayContinue(bytes)) socket.destroy();
  }
  function onRefusal(socket: Socket, hasValidKey: boolean): void {
    if (!mayBeRefused(peers.of(socket), hasValidKey)) socket.destroy();
  }
  function onValidKey(socket: Socket): void {
    sockets.known(socket);
  }
  const { server: http1, serve: serveHttp1 } = http1Server(options, onRequest, {
    leaving: () => draining,
    isStranger: (socket) => sockets.isStranger(socket),
    counts: { onChunk, onRefusal, onValidKey },
  });
  const { server: http2, sessions } = http2Server(options, onRequest, {
    opened: (open) => {
      if (draining) void announceEnd(open);
    },
    begun: (open) => {
      if (draining) beganAfterNotice(open);
    },
    known: onValidKey,
    peers,
  });
  const serve = byProtocol({
    http1: (socket) => {
      http1Sockets.push(socket);
      socket.once("close", () => takeOut(http1Sockets, socket));
      serveHttp1(socket);
    },
    http2: (socket) => {
      // The listening server allows half-open sockets, which only HTTP/1.1 needs.
      socket.allowHalfOpen = false;
      http2.emit("connection", socket);
    },
    timeoutMs: timeouts.headersMs,
    clock,
  });
  const accept = tls === null ? serve : createTlsFront({ ...tls, handshakeMs: timeouts.headersMs, onSecure: serve });
  const sockets = openSockets(http1, accept, { peers, perPeerMax: perPeerMax ?? Number.POSITIVE_INFINITY, clock });
  return {
    server: http1,
    notice: () => {
      draining = true;
      // HTTP/1.1 can announce the end of a connection only in its last response. If the connection were closed while
      // its client sends a call, the client could not know whether the call was started.
      const closed = http1Sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      const confirmed = Promise.all([...closed, ...[...sessions].map(announceEnd)]);
      return sockets.all.length > 0 ? { confirmed } : null;
    },
    retire: () => {
      http1.closeIdleConnections();
      for (const open of [...sessions]) closeGracefully(open);
    },
    destroy: () => {
      for (const { session } of [...sessions]) session.destroy();
      for (const socket of [...sockets.all]) socket.destroy();
    },
  };
}

/** By the protocol agreed in the TLS handshake (ALPN), otherwise by the first bytes. */
function byProtocol(targets: SniffTargets): (socket: Socket | TLSSocket) => void {
  const sniff = createSniffer({
    ...targets,
    http2: (socket) => {
      // Node.js accepts HTTP/2 only on a TLS connection that agreed on it.
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

const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "latin1");

interface SniffTargets {
  readonly http1: (socket: Socket) => void;
  readonly http2: (socket: Socket) => void;
  /** Longest wait for the first bytes, in milliseconds. */
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** The listener for a server's `connection` event. */
export function createSniffer(targets: SniffTargets): (socket: Socket) => void {
  return (socket) => {
    let head = Buffer.alloc(0);
    // Timers run before sockets: if this thread was blocked, the first bytes may already be in the socket.
    const cancel = targets.clock.after(targets.timeoutMs, () => setImmediate(closeUndecided));
    let decided = false;

    function closeUndecided(): void {
      if (!decided) socket.destroy();
    }

    function stopReading(): void {
      decided = true;
      cancel();
      socket.off("readable", read).off("end", fail).off("error", fail).off("close", stopReading);
    }

    function fail(): void {
      stopReading();
      // A late error of this connection must not become an uncaught exception.
      socket.on("error", () => {});
      socket.destroy();
    }

    function read(): void {
      const chunk: unknown = socket.read();
      if (!Buffer.isBuffer(chunk)) return;
      head = Buffer.concat([head, chunk]);
      const compared = Math.min(head.length, PREFACE.length);
      const agrees = head.compare(PREFACE, 0, compared, 0, compared) === 0;
      if (agrees && compared < PREFACE.length) return;
      stopReading();
      socket.unshift(head);
      if (agrees) targets.http2(socket);
      else targets.http1(socket);
    }

    socket.on("readable", read).on("end", fail).on("error", fail).on("close", stopReading);
  };
}
