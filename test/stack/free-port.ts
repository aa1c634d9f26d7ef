// A port for a program that cannot pick one itself.
import { once } from "node:events";
import { createServer } from "node:net";
import { listeningPort } from "../listening-port.ts";

/** A TCP port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listeningPort(server);
  server.close();
  await once(server, "close");
  return port;
}
