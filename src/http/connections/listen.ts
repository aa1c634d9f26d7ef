// One listening port for HTTP/1.1 and HTTP/2, with or without TLS, both feeding one request listener.
// The HTTP/1.1 server is the one that really listens, because only then do its header and request timeouts run; its
// own `connection` listener is put behind the sniffer, and that behind the TLS handshake.
import type { RequestListener } from "../exchange.ts";
import { type ConnectionOptions, createConnections, type Notice } from "./connections.ts";
import { openDoors } from "./doors.ts";

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
