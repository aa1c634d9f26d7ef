// The sockets that wait for connections on one port. Node.js accepts one connection of each socket in a turn of its
// event loop, and in an overload a turn takes a millisecond or two: of one socket alone, 600 connections a second were
// accepted, and all others waited for seconds where no count sees them. So there are several where the system can.
import { createServer, type ListenOptions as NetListenOptions, Server as NetServer, type Socket } from "node:net";

/**
 * Connections that may wait to be accepted at each, as far as the system allows. What comes at once beyond Node.js's
 * default of 511 is not told so: its sender tries again a second later.
 */
const BACKLOG = 4_096;

/** Sockets on the port: connections that are accepted in a turn. */
const DOORS = 8;

export interface Doors {
  /** `HOST:PORT` with the port that was really taken. */
  readonly address: string;
  /** Accepts nobody any more. Connections go on. */
  readonly shut: () => void;
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
  const free = shared ? await freePort(host, port) : port;
  await bind(server, { host, port: free, reusePort: shared });
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("not listening on a TCP port");
  const others = Array.from({ length: shared ? DOORS - 1 : 0 }, () =>
    createServer({ allowHalfOpen: true }, (socket: Socket) => server.emit("connection", socket)),
  );
  for (const other of others) await bind(other, { host, port: bound.port, reusePort: true });
  const all = [server, ...others];
  for (const door of all) door.on("error", onError);
  const closed = Promise.all(all.map((door) => new Promise((resolve) => door.once("close", resolve))));
  return {
    address: `${host.includes(":") ? `[${host}]` : host}:${bound.port}`,
    shut: () => {
      // HTTP's own `close` would also close connections that a client may be about to use.
      for (const door of all) NetServer.prototype.close.call(door);
    },
    closed: closed.then(() => {}),
  };
}

/** A port that is shared out is refused to nobody who shares it: a second service would take half of the calls. */
async function freePort(host: string, port: number): Promise<number> {
  const alone = createServer();
  await bind(alone, { host, port });
  const bound = alone.address();
  await new Promise((resolve) => alone.close(resolve));
  return bound === null || typeof bound === "string" ? port : bound.port;
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
