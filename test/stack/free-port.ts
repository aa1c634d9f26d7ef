// A port for a program that cannot pick one itself.
import { once } from "node:events";
import { createServer } from "node:net";

/** A TCP port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no TCP port was given");
  return address.port;
}
