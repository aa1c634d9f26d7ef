// Connections in, requests of either HTTP version out. The protocol of a connection is what its TLS handshake agreed on
// (ALPN); otherwise its first bytes tell it: HTTP/2 begins with a preface (RFC 9113, section 3.4), HTTP/1.1 does not. A
// connection that has not sent enough to tell within its time is closed.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { takeOut } from "../../scheduling/take-out.ts";
import type { Clock } from "../../time/clock.ts";
import type { RequestListener } from "../exchange.ts";
import { askForNoMore, beganLate, takeLeave } from "./goaway.ts";
import { http1Server } from "./http1.ts";
import { collectAll, createSpentStreams, type Http2Options, http2Server } from "./http2.ts";
import { openSockets } from "./open-sockets.ts";
import { createPeers } from "./peers.ts";
import { createTlsFront, type TlsFrontParts } from "./tls.ts";

export interface Notice {
  /** Settles when every client has said, by its answer or by leaving, that it has heard of it. */
  readonly heard: Promise<unknown>;
}

export interface Connections {
  /** The server that listens, and whose `connection` event is told of each connection. */
  readonly server: Server;
  /**
   * Tells clients to move on; what they have sent by the time they hear of it is taken.
   * @returns null when there is nobody to tell
   */
  readonly notice: () => Notice | null;
  /** Closes what is idle, and whatever is not as soon as it is. */
  readonly retire: () => void;
  /** Ends every connection with all that is on it. */
  readonly cut: () => void;
}

/** What TLS needs of whoever wants it on a connection. */
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
  /** Those on which HTTP/1.1 is spoken. */
  const http1Sockets: Socket[] = [];
  let noticed = false;
  const http1 = http1Server(options, onRequest, () => noticed);
  const { server: http2, sessions } = http2Server(options, onRequest, {
    opened: (open) => {
      if (noticed) void askForNoMore(open);
    },
    begun: (open) => {
      if (noticed) beganLate(open);
    },
    over: createSpentStreams(clock, collectAll),
    peers,
  });
  const [onHttp1Connection] = http1.listeners("connection");
  if (onHttp1Connection === undefined) throw new Error("the HTTP/1.1 server has no connection listener");
  const serve = byProtocol({
    http1: (socket) => {
      sockets.spoke(socket);
      http1Sockets.push(socket);
      socket.once("close", () => takeOut(http1Sockets, socket));
      onHttp1Connection.call(http1, socket);
    },
    http2: (socket) => {
      sockets.spoke(socket);
      // The server that listens keeps sockets open of which the client has closed its end: only HTTP/1.1 minds.
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
      noticed = true;
      // HTTP/1.1 has no word for it but the next answer, which ends the connection. Closed as its client sends a call,
      // it would leave nobody to know whether that was begun.
      const left = http1Sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      const heard = Promise.all([...left, ...[...sessions].map(askForNoMore)]);
      return sockets.all.length > 0 ? { heard } : null;
    },
    retire: () => {
      http1.closeIdleConnections();
      for (const open of [...sessions]) takeLeave(open);
    },
    cut: () => {
      for (const { session } of [...sessions]) session.destroy();
      for (const socket of [...sockets.all]) socket.destroy();
    },
  };
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
    // Timers come before sockets: behind what held this thread up, the first bytes may lie in the socket.
    const callOff = targets.clock.after(targets.timeoutMs, () => setImmediate(closeUndecided));
    let decided = false;

    function closeUndecided(): void {
      if (!decided) socket.destroy();
    }

    function stopLooking(): void {
      decided = true;
      callOff();
      socket.off("readable", look).off("end", giveUp).off("error", giveUp).off("close", stopLooking);
    }

    function giveUp(): void {
      stopLooking();
      // A late error of a connection nobody serves must not become an uncaught one.
      socket.on("error", () => {});
      socket.destroy();
    }

    function look(): void {
      const chunk: unknown = socket.read();
      if (!Buffer.isBuffer(chunk)) return;
      head = Buffer.concat([head, chunk]);
      const compared = Math.min(head.length, PREFACE.length);
      const agrees = head.compare(PREFACE, 0, compared, 0, compared) === 0;
      if (agrees && compared < PREFACE.length) return;
      stopLooking();
      socket.unshift(head);
      if (agrees) targets.http2(socket);
      else targets.http1(socket);
    }

    socket.on("readable", look).on("end", giveUp).on("error", giveUp).on("close", stopLooking);
  };
}
