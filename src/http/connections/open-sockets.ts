// The connections that a server accepts, bounded in number for all peers and for each one, and passed on to protocol
// detection. If there is no room, the oldest silent connection is closed. So a flood of silent connections evicts
// itself, and a new connection that sends a request is served.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { takeOut } from "../../lists.ts";
import type { Clock } from "../../time/clock.ts";
import { CONNECTIONS_MAX, PROBE_AFTER_MS } from "../limits.ts";
import type { Peers } from "./peers.ts";

interface OpenSocketsOptions {
  readonly peers: Peers;
  /** Most connections of one peer. */
  readonly perPeerMax: number;
  readonly clock: Clock;
}

interface OpenSockets {
  /** The open ones. Iterate over a copy: a socket that closes is removed. */
  readonly all: readonly Socket[];
  /** Call when the first bytes of a request have come. A TLS socket counts as the socket below it. */
  readonly spoke: (socket: Socket) => void;
}

/** Takes over the server's `connection` event. */
export function openSockets(
  server: Server,
  accept: (socket: Socket) => void,
  { peers, perPeerMax, clock }: OpenSocketsOptions,
): OpenSockets {
  const all: Socket[] = [];
  /** By age, oldest first. By endpoint, because a TLS socket does not expose the socket below it. */
  const silent = new Map<string, Socket>();

  function evict(oldest: Iterable<Socket>): boolean {
    for (const socket of oldest) {
      forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  function forget(socket: Socket): void {
    const key = endpointOf(socket);
    const known = silent.get(key);
    if (known === undefined) return;
    silent.delete(key);
    peers.of(known)?.silent.delete(known);
  }

  function add(socket: Socket): void {
    const peer = peers.of(socket);
    const key = endpointOf(socket);
    all.push(socket);
    silent.set(key, socket);
    peer?.silent.add(socket);
    if (peer !== null) peer.connections += 1;
    socket.once("close", () => {
      takeOut(all, socket);
      // A closed socket no longer has its endpoint.
      if (silent.get(key) === socket) silent.delete(key);
      peer?.silent.delete(socket);
      if (peer !== null) peer.connections -= 1;
    });
  }

  server.removeAllListeners("connection").on("connection", (socket: Socket) => {
    const peer = peers.of(socket);
    const peerIsFull = peer !== null && peer.connections >= perPeerMax;
    const hasRoom = (!peerIsFull || evict(peer.silent)) && (all.length < CONNECTIONS_MAX || evict(silent.values()));
    if (!hasRoom) {
      socket.destroy();
      return;
    }
    add(socket);
    socket.setNoDelay(true).setKeepAlive(true, PROBE_AFTER_MS);
    const delayMs = peer?.delayMs() ?? 0;
    if (delayMs > 0) acceptLater(socket, delayMs);
    else accept(socket);
  });

  /** Until then nothing reads the socket, so the peer's own requests wait in the network. */
  function acceptLater(socket: Socket, delayMs: number): void {
    const ignore = () => {};
    socket.on("error", ignore);
    const cancel = clock.after(delayMs, () => {
      socket.off("error", ignore);
      if (!socket.destroyed) accept(socket);
    });
    socket.once("close", cancel);
  }

  return { all, spoke: forget };
}

function endpointOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
