// The minimum cost of a call: GET /v1/health, authenticated and counted, against a bare node:http server. Processor
// time of each server process; the client is this process. Warm-up: 20,000 calls each, until V8's compiler is idle.
import { createRestClient, inParallel } from "../clients/rest-client.ts";
import { type Findings, medianRow } from "../harness/benchmark.ts";
import { cpuMsOf } from "../harness/cpu.ts";
import { interleaved } from "../harness/rounds.ts";
import { ratios } from "../harness/statistics.ts";
import { startChild } from "../servers/child-server.ts";
import { startUnlimited } from "../servers/winnow-server.ts";

const WARMUPS = 4;
const ROUNDS = 5;
const CALLS = 5_000;
const CONNECTIONS = 16;

export async function run(): Promise<Findings> {
  const ours = await startUnlimited();
  const hello = await startChild("hello-server.ts");
  const measured = (url: string, pid: number, key: string, path: string) => {
    const client = createRestClient(url, key, CONNECTIONS);
    const call = async () => {
      const before = cpuMsOf(pid);
      await inParallel(CALLS, CONNECTIONS, () => client.get(path));
      return ((cpuMsOf(pid) - before) / CALLS) * 1000;
    };
    return { call, close: client.close };
  };
  const health = measured(ours.url, ours.pid, ours.key, "/v1/health");
  const bare = measured(hello.url, hello.pid, "none", "/");
  const used = await interleaved(WARMUPS, ROUNDS, { health: health.call, hello: bare.call });
  health.close();
  bare.close();
  await Promise.all([ours.stop(), hello.stop()]);
  const over = ratios(used.health, used.hello);
  const rows = [
    medianRow("health over a bare node:http hello", over, "x", { atMost: 1.5 }),
    medianRow("health", used.health, "us", null),
    medianRow("hello", used.hello, "us", null),
  ];
  return { rows, curves: [] };
}
