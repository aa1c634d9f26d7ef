// A listening port for HTTP/1.1 and HTTP/2, with or without TLS. Node.js accepts one connection per listening socket in
// a turn of its event loop, and under overload a turn takes a millisecond or two. With one socket it accepted 600
// connections a second, and all others waited in the network for seconds. So on Linux several sockets share the port
// (SO_REUSEPORT).
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import {
  BlockList,
  connect,
  createServer,
  type ListenOptions as NetListenOptions,
  Server as NetServer,
  type Socket,
} from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { hasErrorCode } from "../../thrown.ts";
import type { RequestListener } from "../exchange.ts";
import { type ConnectionOptions, createConnections, type Notice } from "./connections.ts";

/** Time for connections to close by themselves before they are destroyed, in milliseconds. */
const CLOSE_GRACE_MS = 250;

interface ListenOptions extends ConnectionOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Called if a connection cannot be accepted, for example because of the limit on open files. */
  readonly onAcceptError: (error: Error) => void;
}

export interface Listener {
  /** `http://HOST:PORT`, or `https://HOST:PORT`, with the actual port. */
  readonly address: string;
  /** Accepts no new connections. */
  readonly shut: () => Promise<void>;
  /**
   * Asks clients to reconnect elsewhere. Calls that they send before they confirm it are served.
   * @returns null if there are no clients
   */
  readonly notice: () => Notice | null;
  /** After the notice: closes what is idle. Calls in flight continue. */
  readonly retire: () => void;
  /** All of this, then destroys connections that have not closed a moment later. Resolves when all are closed. */
  readonly close: () => Promise<void>;
}

/** @throws the operating system's error if it cannot listen on the address */
export async function listen(options: ListenOptions, onRequest: RequestListener): Promise<Listener> {
  const { host, port, clock, tls, onAcceptError } = options;
  const connections = createConnections(options, onRequest);
  const { server } = connections;
  // An unhandled error would end the process, and anyone could cause one by using up the limit on open files.
  const acceptSockets = await openAcceptSockets(server, host, port, onAcceptError);
  const address = `${tls === null ? "http" : "https"}://${acceptSockets.address}`;
  function retire(): void {
    // Also stops the timer of Node.js's HTTP server that checks for late requests.
    server.close();
    connections.retire();
  }
  return {
    address,
    shut: acceptSockets.shut,
    notice: connections.notice,
    retire,
    close: async () => {
      await acceptSockets.shut();
      retire();
      const cancel = clock.after(CLOSE_GRACE_MS, connections.destroy);
      await acceptSockets.closed;
      cancel();
    },
  };
}

/**
 * Connections that may wait for each socket, as far as the system allows. The system drops further ones silently, and
 * their clients retry a second later; the default of Node.js is 511.
 */
const BACKLOG = 4_096;

/** Sockets on the port, and so connections accepted in a turn. */
const ACCEPT_SOCKETS = 8;

/** Longest wait for a turn without a new connection, in turns: half a second under overload, 2,000 connections. */
const SHUT_TURNS_MAX = 256;

/**
 * Only a shorter turn shows that no connection waits: in a longer one, connections may have arrived while a call was
 * answered. An idle turn takes a twentieth of this. In milliseconds.
 */
const BRIEF_TURN_MS = 0.2;

interface AcceptSockets {
  /** `HOST:PORT` with the actual port. */
  readonly address: string;
  /**
   * Accepts the connections that wait, then closes the sockets. Closing a socket resets the connections in its backlog,
   * and their clients cannot know whether a call was started. Open connections stay open.
   */
  readonly shut: () => Promise<void>;
  /** Settles when all sockets are closed and their connections have ended. */
  readonly closed: Promise<void>;
}

/**
 * @param server the first that listens; its `connection` event fires for the connections of all sockets
 * @param onError called for errors of any of them
 * @throws the operating system's error if it cannot listen on the address
 */
export async function openAcceptSockets(
  server: NetServer,
  host: string,
  port: number,
  onError: (error: Error) => void,
): Promise<AcceptSockets> {
  const shared = process.platform === "linux";
  if (shared) await throwIfTaken(host, port);
  await bind(server, { host, port, reusePort: shared });
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("not listening on a TCP port");
  const all = [server, ...(shared ? await openOthers(server, host, bound.port) : [])];
  let accepted = 0;
  server.on("connection", () => {
    accepted += 1;
  });
  for (const each of all) each.on("error", onError);
  const closed = Promise.all(all.map((each) => new Promise((resolve) => each.once("close", resolve))));
  return {
    address: `${host.includes(":") ? `[${host}]` : host}:${bound.port}`,
    shut: async () => {
      await untilBacklogIsEmpty(() => accepted);
      closeAll(all);
    },
    closed: closed.then(() => {}),
  };
}

/** Opens the other sockets. If one cannot be opened, closes all, that of the server included. */
async function openOthers(server: NetServer, host: string, port: number): Promise<readonly NetServer[]> {
  const others = Array.from({ length: ACCEPT_SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true }, (socket: Socket) => server.emit("connection", socket)),
  );
  try {
    for (const other of others) await bind(other, { host, port, reusePort: true });
  } catch (error) {
    closeAll([server, ...others]);
    throw error;
  }
  return others;
}

/** @param accepted the number of connections so far */
async function untilBacklogIsEmpty(accepted: () => number): Promise<void> {
  // This turn may already have checked for connections.
  await nextTurn();
  for (let turns = 0; turns < SHUT_TURNS_MAX; turns++) {
    const [before, began] = [accepted(), performance.now()];
    await nextTurn();
    if (accepted() === before && performance.now() - began < BRIEF_TURN_MS) return;
  }
}

/** HTTP's own `close` would also close connections that a client may be about to use. */
function closeAll(servers: readonly NetServer[]): void {
  for (const server of servers) NetServer.prototype.close.call(server);
}

function bind(server: NetServer, address: NetListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ ...address, backlog: BACKLOG }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** @throws the operating system's error if the port is taken */
async function throwIfTaken(host: string, port: number): Promise<void> {
  const { address } = await lookup(host);
  const nowhere = new BlockList();
  nowhere.addSubnet("0.0.0.0", 0, "ipv4");
  nowhere.addSubnet("::", 0, "ipv6");
  const alone = connect({ host: address, port, localAddress: address, localPort: port, blockList: nowhere });
  const [error]: unknown[] = await once(alone, "error");
  // Listening reports any other error of the address.
  if (hasErrorCode(error, "EADDRINUSE")) throw error;
}
