// Feeds the HTTP/1.1 parser of Node.js in small pieces, and not while requests wait. By itself, Node.js parses all that
// one read brings, which is 1,600 pipelined requests of 40 bytes. 60 such connections made the calls of others wait for
// four seconds. In pieces, these calls took twice as long as alone.
// Takes over the `data` listener of the server. The tests of addresses that are cut fail if a version of Node.js reads
// its connections in another way.
import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Bytes of a connection that are parsed at once, before it is paused because too many requests wait: 25 of the smallest
 * requests of a stranger, and 50 of other clients. Parsing a request, and dropping it when the connection is closed,
 * takes 60 us.
 */
const STRANGER_BYTES = 1_024;
const KNOWN_BYTES = 2_048;

interface ParserState {
  /** Whether requests of the connection wait for their turn. */
  readonly isFull: (socket: Socket) => boolean;
  /** Whether the last request's body is still being read. It is parsed as it comes. */
  readonly readsBody: (socket: Socket) => boolean;
  /** Whether no call of the connection has had a valid key yet. */
  readonly isStranger: (socket: Socket) => boolean;
}

/** @returns a function that serves a connection */
export function parseInPieces(
  server: Server,
  { isFull, readsBody, isStranger }: ParserState,
): (socket: Socket) => void {
  const [onConnection] = server.listeners("connection");
  if (onConnection === undefined) throw new Error("the HTTP/1.1 server has no connection listener");
  return (socket) => {
    onConnection.call(server, socket);
    const [parse] = socket.listeners("data");
    if (parse === undefined) throw new Error("the HTTP/1.1 server does not read its connection");
    let stranger = true;
    // Also ends the reading in native code, which would pass whole reads on.
    socket.removeAllListeners("data").on("data", (read: Buffer) => {
      let rest = read;
      while (rest.length > 0 && !socket.destroyed && !socket.writableEnded) {
        if (isFull(socket) || hasStoppedParser(socket)) socket.pause();
        if (socket.isPaused()) return void socket.unshift(rest);
        stranger = stranger && isStranger(socket);
        const bytes = stranger ? STRANGER_BYTES : readsBody(socket) ? rest.length : KNOWN_BYTES;
        parse.call(socket, rest.subarray(0, bytes));
        rest = rest.subarray(bytes);
      }
    });
  };
}

/** Whether Node.js waits until the client takes its responses. Its parser must not be called before that. */
function hasStoppedParser(socket: Socket): boolean {
  return Reflect.get(socket, "_paused") === true;
}
