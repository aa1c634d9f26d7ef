// A port for a program that cannot pick one itself.
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to outgoing connections. One of those may be taken by the time a program is
 * started again on its port.
 */
const LOWEST = 15_000;
const HIGHEST = 32_000;

/** A TCP port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
