// Real servers of both HTTP versions on loopback around one request listener.
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createHttp2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import type { RpcListener } from "../../src/wire/rpc-listener.ts";

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
  const addresses = [];
  for (const server of [first, second]) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address: AddressInfo | string | null = server.address();
    addresses.push(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
  }
  const [http1 = "", http2 = ""] = addresses;
  return {
    http1,
    http2,
    close: async () => {
      first.closeAllConnections();
      for (const session of sessions) session.destroy();
      await Promise.all([first, second].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
