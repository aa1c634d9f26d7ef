// The connections that a server accepts, as many as there may be at once, each handed on to whoever finds out what is
// spoken on it.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { takeOut } from "../../scheduling/take-out.ts";
import { CONNECTIONS_MAX, PROBE_AFTER_MS } from "../limits.ts";

/**
 * Takes over the server's `connection` event.
 * @returns those that are open; as with sessions, who walks them walks a copy
 */
export function openSockets(server: Server, accept: (socket: Socket) => void): readonly Socket[] {
  const sockets: Socket[] = [];
  server.removeAllListeners("connection").on("connection", (socket: Socket) => {
    if (sockets.length >= CONNECTIONS_MAX) {
      socket.destroy();
      return;
    }
    sockets.push(socket);
    socket.once("close", () => takeOut(sockets, socket));
    socket.setNoDelay(true).setKeepAlive(true, PROBE_AFTER_MS);
    accept(socket);
  });
  return sockets;
}
