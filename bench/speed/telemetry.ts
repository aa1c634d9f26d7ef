// What full export of traces and metrics adds to a 7 kB select: a server that exports everything to a collector on
// loopback, and one with telemetry off. Processor time of each server. And what the hooks that are left when it is off
// take of that.
// Three pairs of processes, each new, one after the other, as in over-grpc-js.ts: two servers with telemetry off differ
// by a tenth as long as they live, which is as much as all of telemetry takes.
// Warm-up, in each pair: 4,000 calls, since V8 compiles for good what runs once a call after 3,000 of them. In turns,
// as the rounds: side by side both servers leave V8's compilers no processor, and the figure is .1 more.
import { encoded, requestOf, textsOfBytes } from "../corpus/requests.ts";
import { createRestClient, inParallel } from "./clients/rest-client.ts";
import { type Findings, medianRow, soleRow } from "./harness/benchmark.ts";
import { cpuMsOf } from "./harness/cpu.ts";
import { interleaved } from "./harness/rounds.ts";
import { median, ratios } from "./harness/statistics.ts";
import { startChild } from "./servers/child-server.ts";
import { startUnlimited, type WinnowServer } from "./servers/winnow-server.ts";
import { hooksOff } from "./telemetry-hooks.ts";

const PAIRS = 3;
const WARMUPS = 10;
/** Of each pair. */
const ROUNDS = 5;
const CALLS = 400;
const WIDTH = 4;
/** Nothing that could be measured from outside, where two equal servers differ by ten times as much. */
const OFF_SHARE_MAX = 0.01;

/** Milliseconds a call, of each round. */
type Used = Readonly<Record<"full" | "off", readonly number[]>>;

export async function run(): Promise<Findings> {
  const sink = await startChild("otlp-sink.ts");
  const pairs: Used[] = [];
  for (let pair = 0; pair < PAIRS; pair++) pairs.push(await measurePair(sink.url));
  const asking = createRestClient(sink.url, "none");
  const exported = Number((await asking.get("/")).body.toString());
  asking.close();
  await sink.stop();
  const over = pairs.map(({ full, off }) => ratios(full, off));
  const megabytes = exported / 1e6;
  const off = pairs.flatMap((used) => used.off);
  const hooks = (await hooksOff()).map((milliseconds) => milliseconds / median(off));
  const rows = [
    medianRow("full export over telemetry off, 7 kB select", over.flat(), "x", { atMost: 1.15 }),
    medianRow("full export over telemetry off, by pair of processes", over.map(median), "x", null),
    medianRow("the hooks of telemetry that is off, of that select", hooks, "x", { atMost: OFF_SHARE_MAX }),
    medianRow("7 kB select with telemetry off", off, "ms", null),
    soleRow("exported to the collector", megabytes, "MB", { atLeast: 0.1 }),
  ];
  return { rows, curves: [] };
}

/** Of two processes that were not there before. */
async function measurePair(collector: string): Promise<Used> {
  const off = await startUnlimited();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector;
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
  const used = await interleaved(WARMUPS, ROUNDS, { full: cost(full), off: cost(off) });
  await Promise.all([off, full].map((server) => server.stop()));
  return used;
}
