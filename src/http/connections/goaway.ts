// Asks an HTTP/2 client to make its next calls elsewhere, without losing a call in transit. A first GOAWAY asks it to
// open no more streams. A second one, sent once the client has seen the first, names the last stream that is served
// (RFC 9113, section 6.8).
import { constants, type ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** An open connection and the number of calls in flight on it. */
export interface OpenSession {
  readonly session: ServerHttp2Session;
  /** The session's socket. */
  readonly socket: Socket;
  calls: number;
  /** Whether the last call was named. If two calls are named in one write, clients end all calls in flight. */
  lastCallNamed: boolean;
}

/** A GOAWAY that names the highest possible stream: clients must open no more, but streams in transit are served. */
const OPEN_NO_MORE = Buffer.from("0000080700000000007fffffff00000000", "hex");

/**
 * Sends the first GOAWAY. nginx needs no more: it closes an idle connection at the first unexpected byte, and sends no
 * further call on one that got a GOAWAY.
 * @returns settles when the client has confirmed it, or is gone
 */
export function announceEnd(open: OpenSession): Promise<void> {
  const { session, socket } = open;
  return new Promise((confirmed) => {
    const send = () => {
      if (mustNotWriteDirectly(open)) nameLastCall(open);
      else if (socket.writable && !session.destroyed) socket.write(OPEN_NO_MORE);
      // A write may show that the connection is broken.
      if (session.destroyed) confirmed();
      else session.ping(() => confirmed());
    };
    // The settings must be the first frame, and they are sent at the end of the turn that created the session.
    if (session.pendingSettingsAck) session.once("localSettings", send).once("close", confirmed);
    else send();
  });
}

/** Call it for each call that begins after the first GOAWAY. */
export function beganAfterNotice(open: OpenSession): void {
  if (mustNotWriteDirectly(open)) nameLastCall(open);
}

/** Lets calls in flight finish: if the session were closed now, Node.js might cut the end of a response. */
export function closeGracefully(open: OpenSession): void {
  if (open.calls > 0) nameLastCall(open);
  else open.session.close();
}

/**
 * After a GOAWAY of its own, Node.js refuses every new stream, even one that the GOAWAY permits. So the first GOAWAY is
 * written to the socket directly. On a TLS socket, a second write during another would end the process. So on TLS the
 * last call is named as soon as there is one, and a later stream is refused with a code that makes clients retry
 * elsewhere.
 */
function mustNotWriteDirectly({ socket }: OpenSession): boolean {
  return socket instanceof TLSSocket;
}

/** In the next turn, because all streams that were read together are started. */
function nameLastCall(open: OpenSession): void {
  const { session } = open;
  if (open.lastCallNamed || open.calls === 0) return;
  open.lastCallNamed = true;
  setImmediate(() => {
    if (!session.closed && !session.destroyed) session.goaway(constants.NGHTTP2_NO_ERROR);
  });
}
