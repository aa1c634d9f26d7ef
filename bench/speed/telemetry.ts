// What full export of traces and metrics adds to a 7 kB select: a server that exports everything to a collector on
// loopback, one with telemetry off, and another with it off, which shows the noise. Processor time of each server. And
// what the hooks that are left when it is off take of that.
// Warm-up: nine rounds, since V8 compiles for good what runs once a call after 3,000 of them.
import { encoded, requestOf, textsOfBytes } from "../corpus/requests.ts";
import { type Findings, medianRow, soleRow } from "./benchmark.ts";
import { startChild } from "./child-server.ts";
import { cpuMsOf } from "./cpu.ts";
import { createRestClient, inParallel } from "./rest-client.ts";
import { interleaved } from "./rounds.ts";
import { median, ratios } from "./statistics.ts";
import { hooksOff } from "./telemetry-hooks.ts";
import { startUnlimited, type WinnowServer } from "./winnow-server.ts";

const WARMUPS = 9;
const ROUNDS = 9;
const CALLS = 400;
const WIDTH = 4;
/** Two servers that are equal differ by as much: less cannot be measured from outside. */
const OFF_SHARE_MAX = 0.01;

export async function run(): Promise<Findings> {
  const sink = await startChild("otlp-sink.ts");
  const off = await startUnlimited();
  const alsoOff = await startUnlimited();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = sink.url;
  const full = await startUnlimited();
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const bodies = Array.from({ length: 50 }, (_, at) => encoded(requestOf(textsOfBytes(600 + at, 7_000), 500, at)));
  const cost = (server: WinnowServer) => async () => {
    const client = createRestClient(server.url, server.key);
    const before = cpuMsOf(server.pid);
    await inParallel(CALLS, WIDTH, (at) => client.select(bodies[at % bodies.length] ?? Buffer.alloc(0)));
    client.close();
    return (cpuMsOf(server.pid) - before) / CALLS;
  };
  const used = await interleaved(WARMUPS, ROUNDS, { full: cost(full), off: cost(off), alsoOff: cost(alsoOff) });
  const servers = [off, alsoOff, full];
  await Promise.all(servers.map((server) => server.stop()));
  const asking = createRestClient(sink.url, "none");
  const exported = Number((await asking.get("/")).body.toString());
  asking.close();
  await sink.stop();
  const over = ratios(used.full, used.off);
  const noise = ratios(used.alsoOff, used.off);
  const megabytes = exported / 1e6;
  const call = median(used.off);
  const hooks = (await hooksOff()).map((milliseconds) => milliseconds / call);
  const rows = [
    medianRow("full export over telemetry off, 7 kB select", over, "x", { atMost: 1.15 }),
    medianRow("two servers with telemetry off: the noise", noise, "x", null),
    medianRow("the hooks of telemetry that is off, of that select", hooks, "x", { atMost: OFF_SHARE_MAX }),
    medianRow("7 kB select with telemetry off", used.off, "ms", null),
    soleRow("exported to the collector", megabytes, "MB", { atLeast: 0.1 }),
  ];
  return { rows, curves: [] };
}
