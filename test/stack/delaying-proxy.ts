// A TCP proxy that delays all bytes by a fixed time each way.
import { connect, createServer, type Socket } from "node:net";
import { listeningPort } from "../listening-port.ts";

export interface DelayingProxy {
  readonly port: number;
  /** Delay of a request and its answer together, in milliseconds; may be changed at any time. */
  readonly delay: (milliseconds: number) => void;
  readonly stop: () => void;
}

export async function startDelayingProxy(to: number): Promise<DelayingProxy> {
  let halfMs = 0;
  const sockets = new Set<Socket>();
  const pass = (from: Socket, into: Socket) => {
    sockets.add(from);
    from.on("data", (bytes) => setTimeout(() => into.write(bytes), halfMs));
    from.on("close", () => into.destroy());
    from.on("error", () => into.destroy());
  };
  const server = createServer((from) => {
    const into = connect(to, "127.0.0.1");
    for (const socket of [from, into]) socket.setNoDelay(true);
    pass(from, into);
    pass(into, from);
  });
  return {
    port: await listeningPort(server),
    delay: (milliseconds) => {
      halfMs = milliseconds / 2;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
