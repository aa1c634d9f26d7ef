// Does memory grow with the number of connections? 30,000 that are made for one call each, by clients that keep none:
// the line through the server's resident memory after the first 10,000.
import { once } from "node:events";
import { connect } from "node:net";
import type { Findings } from "./benchmark.ts";
import { residentMb } from "./cpu.ts";
import { growthRows, type Sample } from "./growth.ts";
import { inParallel } from "./rest-client.ts";
import { startUnlimited } from "./winnow-server.ts";

const CONNECTIONS = 30_000;
/** By then V8 has compiled what a connection goes through, and its young generation has its full size. */
const WARMUP_CONNECTIONS = 10_000;
const SAMPLE_EVERY = 100;
const WIDTH = 8;

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const { hostname, port } = new URL(server.url);
  const memory: Sample[] = [];
  await inParallel(CONNECTIONS, WIDTH, async (at) => {
    if (at % SAMPLE_EVERY === 0) memory.push({ x: at, y: residentMb(server.pid).now });
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.resume().write("GET /v1/health HTTP/1.1\r\nHost: winnow\r\nConnection: close\r\n\r\n");
    await once(socket, "close");
  });
  await server.stop();
  const rows = growthRows("growth over 20,000 connections after the first 10,000", memory, WARMUP_CONNECTIONS);
  return { rows, curves: [] };
}
