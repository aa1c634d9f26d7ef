// Real servers of both HTTP versions on loopback around one request listener.
import { createServer } from "node:http";
import { createServer as createHttp2Server, type ServerHttp2Session } from "node:http2";
import type { RpcListener } from "../../src/protocols/connect/listener.ts";
import { listeningPort } from "../listening-port.ts";

export interface Listening {
  /** `http://127.0.0.1:PORT` */
  readonly http1: string;
  readonly http2: string;
  readonly close: () => Promise<void>;
}

export async function listening(listener: RpcListener): Promise<Listening> {
  const first = createServer(listener);
  const second = createHttp2Server(listener);
  const sessions = new Set<ServerHttp2Session>();
  second.on("session", (session) => sessions.add(session));
  return {
    http1: `http://127.0.0.1:${await listeningPort(first)}`,
    http2: `http://127.0.0.1:${await listeningPort(second)}`,
    close: async () => {
      first.closeAllConnections();
      for (const session of sessions) session.destroy();
      await Promise.all([first, second].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
