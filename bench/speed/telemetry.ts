// What the OpenTelemetry SDK adds to a 7 kB select. It compares a server that samples and exports everything to a
// collector on loopback, one that samples a tenth, and one with telemetry off, by their processor time. It also
// measures the share of the hooks in that time with telemetry off.
//
// It measures two sets of new processes, one after the other, as in over-grpc-js.ts, because two servers with
// telemetry off differ by a tenth for as long as they live. Warm-up in each set: 4,000 calls per server, because V8
// optimises code that runs once per call after 3,000 calls. The servers take turns: if they ran at the same time,
// V8's compilers would have no processor left, and the figures would rise by a tenth.
import { encoded, requestOf, textsOfBytes } from "../corpus/requests.ts";
import { createRestClient, inParallel } from "./clients/rest-client.ts";
import { type Findings, medianRow, soleRow } from "./harness/benchmark.ts";
import { cpuMsOf } from "./harness/cpu.ts";
import { interleaved } from "./harness/rounds.ts";
import { median, ratios } from "./harness/statistics.ts";
import { startChild } from "./servers/child-server.ts";
import { startUnlimited, type WinnowServer } from "./servers/winnow-server.ts";
import { hooksOff } from "./telemetry-hooks.ts";

const SETS = 2;
const WARMUPS = 10;
/** Rounds in each set. */
const ROUNDS = 5;
const CALLS = 400;
const WIDTH = 4;
/** Too little to measure from outside: two equal servers differ by ten times as much. */
const OFF_SHARE_MAX = 0.01;

/** Milliseconds a call, of each round. */
type Used = Readonly<Record<"full" | "tenth" | "off", readonly number[]>>;

export async function run(): Promise<Findings> {
  const sink = await startChild("otlp-sink.ts");
  const sets: Used[] = [];
  for (let set = 0; set < SETS; set++) sets.push(await measureSet(sink.url));
  const asking = createRestClient(sink.url, "none");
  const exported = Number((await asking.get("/")).body.toString());
  asking.close();
  await sink.stop();
  const full = sets.flatMap((used) => ratios(used.full, used.off));
  const tenth = sets.flatMap((used) => ratios(used.tenth, used.off));
  const megabytes = exported / 1e6;
  const off = sets.flatMap((used) => used.off);
  const hooks = (await hooksOff()).map((milliseconds) => milliseconds / median(off));
  const rows = [
    medianRow("everything sampled over telemetry off, 7 kB select", full, "x", { atMost: 1.5 }),
    medianRow("a tenth sampled over telemetry off, 7 kB select", tenth, "x", { atMost: 1.1 }),
    medianRow("the hooks of telemetry that is off, of that select", hooks, "x", { atMost: OFF_SHARE_MAX }),
    medianRow("7 kB select with telemetry off", off, "ms", null),
    soleRow("exported to the collector", megabytes, "MB", { atLeast: 0.1 }),
  ];
  return { rows, curves: [] };
}

/** Measures three new processes. */
async function measureSet(collector: string): Promise<Used> {
  const off = await startUnlimited();
  const exporting = { OTEL_EXPORTER_OTLP_ENDPOINT: collector };
  const full = await startUnder(exporting);
  const ratio = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.1" };
  const tenth = await startUnder({ ...exporting, ...ratio });
  const bodies = Array.from({ length: 50 }, (_, at) => encoded(requestOf(textsOfBytes(600 + at, 7_000), 500, at)));
  const cost = (server: WinnowServer) => async () => {
    const client = createRestClient(server.url, server.key);
    const before = cpuMsOf(server.pid);
    await inParallel(CALLS, WIDTH, (at) => client.select(bodies[at % bodies.length] ?? Buffer.alloc(0)));
    client.close();
    return (cpuMsOf(server.pid) - before) / CALLS;
  };
  const used = await interleaved(WARMUPS, ROUNDS, {
    full: cost(full),
    tenth: cost(tenth),
    off: cost(off),
  });
  await Promise.all([off, tenth, full].map((server) => server.stop()));
  return used;
}

/** @param env variables of the server in addition to those of this process */
async function startUnder(env: Readonly<Record<string, string>>): Promise<WinnowServer> {
  Object.assign(process.env, env);
  const server = await startUnlimited();
  for (const name of Object.keys(env)) delete process.env[name];
  return server;
}
