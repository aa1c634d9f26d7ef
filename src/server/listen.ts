// One listening port for HTTP/1.1 and HTTP/2, with or without TLS, both feeding one request listener.
// The HTTP/1.1 server is the one that really listens, because only then do its header and request timeouts run; its
// own `connection` listener is put behind the sniffer, and that behind the TLS handshake.
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { type ConnectionOptions, createConnections } from "./connections.ts";
import type { RequestListener } from "./exchange.ts";
import { CONNECTIONS_MAX } from "./limits.ts";

/**
 * Connections that may wait to be accepted, as far as the system allows. What comes at once beyond Node.js's default of
 * 511 is not told so: its sender tries again a second later.
 */
const BACKLOG = 4_096;

/** How long connections get to close on their own before they are cut, in milliseconds. */
const CLOSE_GRACE_MS = 250;

export interface ListenOptions extends ConnectionOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Told when a connection cannot be accepted, as when the process may open no more files. */
  readonly onAcceptError: (error: Error) => void;
}

export interface Listener {
  /** `http://HOST:PORT`, or `https://HOST:PORT`, with the port that was really taken. */
  readonly address: string;
  /**
   * Takes no new connections and tells clients to move on; what they have sent by the time they hear of it is taken.
   * @returns false when there is nobody to tell
   */
  readonly notice: () => boolean;
  /** Closes what is idle. Calls in flight go on. */
  readonly retire: () => void;
  /** Retires, then cuts every connection that has not closed a moment later; resolves when all are gone. */
  readonly close: () => Promise<void>;
}

/** @throws the operating system's error when the address cannot be listened on */
export async function listen(options: ListenOptions, onRequest: RequestListener): Promise<Listener> {
  const { host, port, clock, tls, onAcceptError } = options;
  const connections = createConnections(options, onRequest);
  const { server } = connections;
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  const address = `${tls === null ? "http" : "https"}://${await bind(server, host, port)}`;
  // Unheard, this event would end the process: anyone could do that by opening connections until there are no files.
  server.on("error", onAcceptError);
  server.maxConnections = CONNECTIONS_MAX;
  function retire(): void {
    server.close();
    connections.retire();
  }
  return {
    address,
    notice: () => {
      // HTTP's own `close` would also close connections that a client may be about to use.
      NetServer.prototype.close.call(server);
      return connections.notice();
    },
    retire,
    close: async () => {
      retire();
      const callOff = clock.after(CLOSE_GRACE_MS, connections.cut);
      await closed;
      callOff();
    },
  };
}

/** @returns `HOST:PORT` with the port that was really taken */
function bind(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off("error", reject);
      const bound = server.address();
      if (bound === null || typeof bound === "string") reject(new Error("not listening on a TCP port"));
      else resolve(`${host.includes(":") ? `[${host}]` : host}:${bound.port}`);
    });
  });
}
