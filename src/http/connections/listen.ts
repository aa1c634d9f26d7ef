// A listening port for HTTP/1.1 and HTTP/2, with or without TLS. Node.js accepts one connection of each listening
// socket in a turn of its event loop, and in an overload a turn takes a millisecond or two: one socket alone accepted
// 600 connections a second, and all others waited in the network for seconds. So on Linux several sockets share the
// port (SO_REUSEPORT).
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
import { isErrorCode } from "../../config/error-code.ts";
import type { RequestListener } from "../exchange.ts";
import { type ConnectionOptions, createConnections, type Notice } from "./connections.ts";

/** How long connections get to close on their own before they are cut, in milliseconds. */
const CLOSE_GRACE_MS = 250;

interface ListenOptions extends ConnectionOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Told when a connection cannot be accepted, as when the process may open no more files. */
  readonly onAcceptError: (error: Error) => void;
}

export interface Listener {
  /** `http://HOST:PORT`, or `https://HOST:PORT`, with the port that was really taken. */
  readonly address: string;
  /** Takes no new connections. */
  readonly shut: () => Promise<void>;
  /**
   * Tells clients to move on; what they have sent by the time they hear of it is taken.
   * @returns null when there is nobody to tell
   */
  readonly notice: () => Notice | null;
  /** After the notice: closes what is idle. Calls in flight go on. */
  readonly retire: () => void;
  /** All of that, then cuts every connection that has not closed a moment later; resolves when all are gone. */
  readonly close: () => Promise<void>;
}

/** @throws the operating system's error when the address cannot be listened on */
export async function listen(options: ListenOptions, onRequest: RequestListener): Promise<Listener> {
  const { host, port, clock, tls, onAcceptError } = options;
  const connections = createConnections(options, onRequest);
  const { server } = connections;
  // Unheard, an error would end the process: anyone could cause one by opening connections until there are no files.
  const doors = await openDoors(server, host, port, onAcceptError);
  const address = `${tls === null ? "http" : "https"}://${doors.address}`;
  function retire(): void {
    // Of HTTP's own server also what looks for late requests.
    server.close();
    connections.retire();
  }
  return {
    address,
    shut: doors.shut,
    notice: connections.notice,
    retire,
    close: async () => {
      await doors.shut();
      retire();
      const callOff = clock.after(CLOSE_GRACE_MS, connections.cut);
      await doors.closed;
      callOff();
    },
  };
}

/**
 * Connections that may wait to be accepted at each, as far as the system allows. What comes at once beyond Node.js's
 * default of 511 is not told so: its sender tries again a second later.
 */
const BACKLOG = 4_096;

/** Sockets on the port: connections that are accepted in a turn. */
const DOORS = 8;

/** Longest wait for a turn without a new connection, in turns: half a second of an overload, 2,000 connections. */
const SHUT_TURNS_MAX = 256;

/**
 * A turn that looked for connections longer ago says nothing, in milliseconds: who came while a call was answered waits
 * unseen. A turn in which nothing is done takes a twentieth of it.
 */
const BRIEF_TURN_MS = 0.2;

interface Doors {
  /** `HOST:PORT` with the port that was really taken. */
  readonly address: string;
  /**
   * Accepts whoever waits, then nobody any more: a socket that closes resets what waits at it, and whoever has sent a
   * call by then cannot know whether it was begun. Connections go on.
   */
  readonly shut: () => Promise<void>;
  /** When all are shut and their connections have ended. */
  readonly closed: Promise<void>;
}

/**
 * @param server is told of every connection by its `connection` event, and is the first of those that listen
 * @param onError of one that listens
 * @throws the operating system's error when the address cannot be listened on
 */
export async function openDoors(
  server: NetServer,
  host: string,
  port: number,
  onError: (error: Error) => void,
): Promise<Doors> {
  const shared = process.platform === "linux";
  if (shared) await mustBeFree(host, port);
  await bind(server, { host, port, reusePort: shared });
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("not listening on a TCP port");
  const all = [server, ...(shared ? await openOthers(server, host, bound.port) : [])];
  let accepted = 0;
  server.on("connection", () => {
    accepted += 1;
  });
  for (const door of all) door.on("error", onError);
  const closed = Promise.all(all.map((door) => new Promise((resolve) => door.once("close", resolve))));
  return {
    address: `${host.includes(":") ? `[${host}]` : host}:${bound.port}`,
    shut: async () => {
      await untilNobodyComes(() => accepted);
      shutAll(all);
    },
    closed: closed.then(() => {}),
  };
}

/** Sockets beside that of the server, which is shut with them where one of them cannot be opened. */
async function openOthers(server: NetServer, host: string, port: number): Promise<readonly NetServer[]> {
  const others = Array.from({ length: DOORS - 1 }, () =>
    createServer({ allowHalfOpen: true }, (socket: Socket) => server.emit("connection", socket)),
  );
  try {
    for (const other of others) await bind(other, { host, port, reusePort: true });
  } catch (error) {
    shutAll([server, ...others]);
    throw error;
  }
  return others;
}

/** @param accepted how many connections there have been */
async function untilNobodyComes(accepted: () => number): Promise<void> {
  // The turn under way may have looked for connections already.
  await nextTurn();
  for (let turns = 0; turns < SHUT_TURNS_MAX; turns++) {
    const [before, began] = [accepted(), performance.now()];
    await nextTurn();
    if (accepted() === before && performance.now() - began < BRIEF_TURN_MS) return;
  }
}

/** HTTP's own `close` would also close connections that a client may be about to use. */
function shutAll(doors: readonly NetServer[]): void {
  for (const door of doors) NetServer.prototype.close.call(door);
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

/** @throws the operating system's error when somebody has it */
async function mustBeFree(host: string, port: number): Promise<void> {
  const { address } = await lookup(host);
  const nowhere = new BlockList();
  nowhere.addSubnet("0.0.0.0", 0, "ipv4");
  nowhere.addSubnet("::", 0, "ipv6");
  const alone = connect({ host: address, port, localAddress: address, localPort: port, blockList: nowhere });
  const [error]: unknown[] = await once(alone, "error");
  // What else there may be to say of the address, who listens at it says.
  if (isErrorCode(error, "EADDRINUSE")) throw error;
}
