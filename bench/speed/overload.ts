// More calls than can be answered: on a schedule that does not wait, at 0.7, 1, 2 and 5 times what the server manages,
// for small calls, answered on the thread with the sockets and beside it, and for large ones, answered in workers.
// What it manages is measured first, by offering far more. Warm-up: that measurement.
import { encoded, requestOf, textsOfBytes } from "../corpus/requests.ts";
import type { Findings, Row } from "./benchmark.ts";
import { residentMb } from "./cpu.ts";
import { type OpenLoop, openLoop, type Verdict } from "./open-loop.ts";
import { createRestClient, inParallel } from "./rest-client.ts";
import { quantile } from "./statistics.ts";
import { startUnlimited, type WinnowServer } from "./winnow-server.ts";

const SECONDS = 8;
const CONNECTIONS = 500;
/** Different texts, so that no memo makes the second round of them cheap. */
const BODIES = 64;
/** Growth between the calm and the worst of it. */
const GROWTH_MB_MAX = 150;

const sizes = [
  { name: "7 kB", bytes: 7_000, budget: 500, flood: 4_000, warmups: 2_000 },
  { name: "100 kB", bytes: 100_000, budget: 4_000, flood: 250, warmups: 200 },
];

export async function run(): Promise<Findings> {
  const rows: Row[] = [];
  for (const size of sizes) {
    const server = await startUnlimited("--log-level", "warn");
    rows.push(...(await overload(server, size)));
    await server.stop();
  }
  return { rows, curves: [] };
}

async function overload(server: WinnowServer, size: (typeof sizes)[number]): Promise<readonly Row[]> {
  const { name, bytes, budget, flood, warmups } = size;
  const client = createRestClient(server.url, server.key, CONNECTIONS);
  const bodies = Array.from({ length: BODIES }, (_, at) => encoded(requestOf(textsOfBytes(at, bytes), budget, at)));
  const call = async (at: number): Promise<Verdict> => {
    try {
      const { status } = await client.post("/v1/context/select", bodies[at % BODIES] ?? Buffer.alloc(0));
      return status === 200 ? "answered" : status === 503 ? "turned away" : "failed";
    } catch {
      return "failed";
    }
  };
  await inParallel(warmups, 16, call);
  const capacity = goodput(await openLoop(flood, SECONDS / 2, 1, call));
  const calm = await openLoop(0.7 * capacity, SECONDS, 2, call);
  const before = residentMb(server.pid).now;
  const even = await openLoop(capacity, SECONDS, 3, call);
  const double = await openLoop(2 * capacity, SECONDS, 4, call);
  const fivefold = await openLoop(5 * capacity, SECONDS, 5, call);
  const { peak } = residentMb(server.pid);
  client.close();
  const best = Math.max(...[calm, even, double, fivefold].map(goodput));
  const growth = { figure: peak - before, unit: "MB", bar: { atMost: GROWTH_MB_MAX }, samples: [before, peak] };
  return [
    { what: `${name}: calls answered at most`, figure: best, unit: "/s", bar: null, samples: [] },
    { what: `${name}: p99 at 0.7 of capacity`, figure: p99(calm), unit: "ms", bar: null, samples: [] },
    ...atLoad(`${name} at twice the capacity`, double, best, calm),
    ...atLoad(`${name} at five times the capacity`, fivefold, best, calm),
    { what: `${name}: growth of resident memory`, ...growth },
  ];
}

function atLoad(what: string, loaded: OpenLoop, best: number, calm: OpenLoop): readonly Row[] {
  const { turnedAwayMs, failed, latestMs } = loaded;
  const share = goodput(loaded) / best;
  const slower = p99(loaded) / p99(calm);
  return [
    { what: `${what}: answered, of the most`, figure: share, unit: "x", bar: { atLeast: 0.9 }, samples: [] },
    {
      what: `${what}: p99 of the answered over the calm one`,
      figure: slower,
      unit: "x",
      bar: { atMost: 3 },
      samples: [],
    },
    { what: `${what}: p99`, figure: p99(loaded), unit: "ms", bar: null, samples: loaded.answeredMs },
    {
      what: `${what}: p99 of being turned away`,
      figure: quantile(turnedAwayMs, 0.99),
      unit: "ms",
      bar: null,
      samples: [],
    },
    { what: `${what}: ended otherwise`, figure: failed, unit: "calls", bar: { atMost: 0 }, samples: [] },
    { what: `${what}: sent late by at most`, figure: latestMs, unit: "ms", bar: null, samples: [] },
  ];
}

function goodput({ answeredMs, seconds }: OpenLoop): number {
  return answeredMs.length / seconds;
}

function p99({ answeredMs }: OpenLoop): number {
  return quantile(answeredMs, 0.99);
}
