// The connections that a server accepts, bounded in number for all peers and for each one, and passed on to protocol
// detection. If there is no room, the oldest connection of a stranger is closed: one on which no call has had a valid
// key. So a flood of them evicts itself, and a new connection that sends a call with a key is served.
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { takeOut } from "../../lists.ts";
import type { Clock } from "../../time/clock.ts";
import { CONNECTIONS_MAX, PROBE_AFTER_MS } from "../limits.ts";
import { mayBeRefused, type Peer, type Peers } from "./peers.ts";

/** Time between two connections that were held, in milliseconds. A hostile one can take that long of a processor. */
const SPACING_MS = 10;

interface OpenSocketsOptions {
  readonly peers: Peers;
  /** Most connections of one peer. */
  readonly perPeerMax: number;
  readonly clock: Clock;
}

interface OpenSockets {
  /** The open ones. Iterate over a copy: a socket that closes is removed. */
  readonly all: readonly Socket[];
  /** Call when a call had a valid key. A TLS socket counts as the socket below it. */
  readonly known: (socket: Socket) => void;
  /** Whether no call of this connection has had a valid key yet. */
  readonly isStranger: (socket: Socket) => boolean;
}

/** Takes over the server's `connection` event. */
export function openSockets(
  server: Server,
  accept: (socket: Socket) => void,
  { peers, perPeerMax, clock }: OpenSocketsOptions,
): OpenSockets {
  const all: Socket[] = [];
  /** By age, oldest first. By endpoint, because a TLS socket does not expose the socket below it. */
  const strangers = new Map<string, Socket>();

  /** The peers whose connections are held now. */
  const holding = new Set<Peer>();

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
    const stranger = strangers.get(key);
    if (stranger === undefined) return;
    strangers.delete(key);
    const peer = peers.of(stranger);
    peer?.held.delete(stranger);
    peer?.strangers.delete(stranger);
  }

  function add(socket: Socket, peer: Peer | null): void {
    const key = endpointOf(socket);
    all.push(socket);
    strangers.set(key, socket);
    if (peer !== null) peer.connections += 1;
    socket.once("close", () => {
      takeOut(all, socket);
      // A closed socket no longer has its endpoint.
      if (strangers.get(key) === socket) strangers.delete(key);
      if (peer === null) return;
      peer.connections -= 1;
      peer.held.delete(socket);
      // Beside its calls, which were counted as they came.
      if (peer.strangers.delete(socket)) mayBeRefused(peer, false);
    });
  }

  server.removeAllListeners("connection").on("connection", (socket: Socket) => {
    const peer = peers.of(socket);
    const peerIsFull = peer !== null && peer.connections >= perPeerMax;
    const hasRoom =
      (!peerIsFull || evict(peer.held) || evict(peer.strangers)) &&
      (all.length < CONNECTIONS_MAX || evict(strangers.values()));
    if (!hasRoom) {
      socket.destroy();
      return;
    }
    add(socket, peer);
    socket.setNoDelay(true).setKeepAlive(true, PROBE_AFTER_MS);
    if (peer !== null && (holding.has(peer) || peer.delayMs() > 0)) hold(socket, peer);
    else serve(socket, peer);
  });

  function serve(socket: Socket, peer: Peer | null): void {
    peer?.strangers.add(socket);
    accept(socket);
  }

  /** Until it is served, nothing reads the socket, so the peer's own requests wait in the network. */
  function hold(socket: Socket, peer: Peer): void {
    peer.held.add(socket.on("error", ignore));
    if (holding.has(peer)) return;
    holding.add(peer);
    clock.after(peer.delayMs(), () => serveHeld(peer));
  }

  function serveHeld(peer: Peer): void {
    const [oldest] = peer.held;
    if (oldest === undefined) {
      holding.delete(peer);
      return;
    }
    for (const check of [...peer.checks]) check();
    const delayMs = peer.delayMs();
    if (delayMs === 0) {
      peer.held.delete(oldest);
      serve(oldest.off("error", ignore), peer);
    }
    clock.after(delayMs === 0 ? SPACING_MS : delayMs, () => serveHeld(peer));
  }

  return { all, known: forget, isStranger: (socket) => strangers.has(endpointOf(socket)) };
}

function ignore(): void {}

function endpointOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
