// A TCP relay that delays every byte: a long-distance line on one machine.
import { connect, createServer, type Socket } from "node:net";

interface Relay {
  readonly url: string;
  /** When the server's socket took the last byte so far, on the clock of `performance.now()`. */
  readonly deliveredAt: () => number;
  readonly close: () => void;
}

/** @param oneWayMs half a round trip */
export async function startRelay(target: string, oneWayMs: number): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let deliveredAt = 0;
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => [near, far].map((each) => each.destroy()));
    }
    near.on("data", (chunk) =>
      setTimeout(() => {
        far.write(chunk, () => {
          deliveredAt = performance.now();
        });
      }, oneWayMs),
    );
    far.on("data", (chunk) => setTimeout(() => near.write(chunk), oneWayMs));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the relay has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    deliveredAt: () => deliveredAt,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
