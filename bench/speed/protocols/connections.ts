// Does memory grow with the number of connections? 30,000 connections of one call each, from clients without
// keep-alive. The figure is a line through the server's resident memory after the first 10,000.
import { once } from "node:events";
import { connect } from "node:net";
import { growthRows, memoryOver } from "../engine/growth.ts";
import type { Findings } from "../harness/benchmark.ts";
import { startUnlimited } from "../servers/winnow-server.ts";

const CONNECTIONS = 30_000;
/** By then V8 has compiled the code of a connection, and its young generation has its full size. */
const WARMUP_CONNECTIONS = 10_000;

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const { hostname, port } = new URL(server.url);
  const memory = await memoryOver(server.pid, CONNECTIONS, async () => {
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.resume().write("GET /v1/health HTTP/1.1\r\nHost: winnow\r\nConnection: close\r\n\r\n");
    await once(socket, "close");
  });
  await server.stop();
  const rows = growthRows({ of: "connections", total: CONNECTIONS, warmup: WARMUP_CONNECTIONS }, memory);
  return { rows, curves: [] };
}
