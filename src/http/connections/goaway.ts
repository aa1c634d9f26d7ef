// How an HTTP/2 client is told to make its next calls elsewhere without losing one that is on its way: a first GOAWAY
// says to open no more streams, a second one, sent when the client has seen the first, names the last stream that is
// served (RFC 9113, section 6.8).
import { constants, type ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** A connection that is open, and how many calls are under way on it. */
export interface OpenSession {
  readonly session: ServerHttp2Session;
  /** What the session speaks on. */
  readonly socket: Socket;
  calls: number;
  /** Whether it has been told which call was the last. Told of two in one write, clients end all that is under way. */
  told: boolean;
}

/** GOAWAY that names the highest call there can be: open no more, but what is on its way is taken. */
const OPEN_NO_MORE = Buffer.from("0000080700000000007fffffff00000000", "hex");

/**
 * nginx needs no more than this: a connection that it keeps in reserve it gives up at the first byte that comes
 * unasked, and it puts no second call on one that has been told so.
 * @returns settles when the client has heard of it, or is gone
 */
export function askForNoMore(open: OpenSession): Promise<void> {
  const { session, socket } = open;
  return new Promise((heard) => {
    const tell = () => {
      if (isSoleWriter(open)) nameLastCall(open);
      else if (socket.writable && !session.destroyed) socket.write(OPEN_NO_MORE);
      // A connection that has broken may say so as it is written to.
      if (session.destroyed) heard();
      else session.ping(() => heard());
    };
    // Nothing may come before the settings, which wait for the end of the turn that has made the session.
    if (session.pendingSettingsAck) session.once("localSettings", tell).once("close", heard);
    else tell();
  });
}

/** To be told of each call that begins behind the news. */
export function beganLate(open: OpenSession): void {
  if (isSoleWriter(open)) nameLastCall(open);
}

/** What is under way goes on: closed now, Node.js may close the connection under the end of an answer. */
export function takeLeave(open: OpenSession): void {
  if (open.calls > 0) nameLastCall(open);
  else open.session.close();
}

/**
 * Node.js refuses what comes behind a GOAWAY of its own, whichever call that names, so the first one is written beside
 * it. A TLS socket takes no second write while one is under way: the process would end. There, a client is told of its
 * last call as soon as it has one, and what crosses that is refused in a way that says so: clients ask again elsewhere.
 */
function isSoleWriter({ socket }: OpenSession): boolean {
  return socket instanceof TLSSocket;
}

/** Behind all that has been read together: each of those is begun. */
function nameLastCall(open: OpenSession): void {
  const { session } = open;
  if (open.told || open.calls === 0) return;
  open.told = true;
  setImmediate(() => {
    if (!session.closed && !session.destroyed) session.goaway(constants.NGHTTP2_NO_ERROR);
  });
}
