// Listens with a test's own server on a free port of the loopback address.
import { once } from "node:events";
import type { Server } from "node:net";

/** Makes a server listen. @returns its port */
export async function listeningPort(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a TCP port");
  return address.port;
}
