// How the cost of a select call grows with the bytes of its records, plain and hostile, and with their number at
// constant bytes: the exponent of a power law through the server's processor time per call. Warm-up: 4 MB of mixed
// calls.
import {
  type HostileRecords,
  hostileRecordSets,
  hostileRecords,
  nearDuplicates,
  oneWordRecords,
} from "../corpus/hostile.ts";
import { encoded, equalTexts, requestOf, textsOfBytes } from "../corpus/requests.ts";
import { createRestClient } from "./clients/rest-client.ts";
import type { Bar, Curve, Findings, Row, Series } from "./harness/benchmark.ts";
import { cpuMsOf } from "./harness/cpu.ts";
import { median, powerLawExponent, steepestExponent } from "./harness/statistics.ts";
import { startUnlimited, type WinnowServer } from "./servers/winnow-server.ts";

const SIZES = [10_000, 40_000, 150_000, 500_000, 1_700_000, 6_000_000] as const;
const COUNTS = [1, 10, 100, 1_000, 10_000, 50_000] as const;
const COUNTED_CHARS = 2_000_000;
const BUDGET_TOKENS = 4_000;
const EXPONENT_MAX: Bar = { atMost: 1.05 };
const ROUNDS = 2;
/** Small calls are made in groups, so that one figure covers about this many bytes. */
const BYTES_PER_SAMPLE = 300_000;
const CALLS_MAX = 20;
/** A sweep stops when a call takes this long, because its exponent is clear by then. */
const CALL_MS_MAX = 10_000;

/** The same text in any number of records. */
const inRecords = {
  "mixed text": equalTexts,
  "near-duplicates": nearDuplicates,
  "letters without a blank": oneWordRecords,
};

type Make = (size: number, seed: number) => readonly string[];

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const rows: Row[] = [];
  const mixed: Make = (bytes, seed) => textsOfBytes(seed, bytes);
  for (let seed = 0; seed < 10; seed++) await cost(server, [bodyOf(mixed(400_000, seed), seed)]);

  const bySize: Series[] = [await sweep(server, "mixed records", SIZES, mixed)];
  for (const kind of hostileRecordSets) bySize.push(await sweep(server, kind, SIZES, hostile(kind)));
  const byCount: Series[] = [];
  for (const [name, make] of Object.entries(inRecords)) {
    byCount.push(await sweep(server, name, COUNTS, (count, seed) => make(seed, COUNTED_CHARS, count)));
  }
  await server.stop();
  for (const each of bySize) rows.push(...exponents(each, "10 KB to 6 MB"));
  for (const each of byCount) rows.push(...exponents(each, "1 to 50,000 records"));
  return {
    rows,
    curves: [curve("select-by-size", "bytes of records", bySize), curve("select-by-count", "records", byCount)],
  };
}

function hostile(kind: HostileRecords): Make {
  const shares = new Map<number, number>();
  return (bytes, seed) => {
    const share = shares.get(bytes) ?? shareOfTexts(kind, bytes, seed);
    shares.set(bytes, share);
    return hostileRecords(kind, seed, bytes * share);
  };
}

/** The share of a body for the texts; what JSON adds is known only once they are made. */
function shareOfTexts(kind: HostileRecords, bytes: number, seed: number): number {
  return Math.min(1, bytes / bodyOf(hostileRecords(kind, seed, bytes), seed).length);
}

/** Without ids and titles, which would grow the body with the number of records. */
function bodyOf(texts: readonly string[], seed: number): Buffer {
  const request = requestOf(texts, BUDGET_TOKENS, seed);
  return encoded({ ...request, records: texts.map((text) => ({ text })) });
}

async function sweep(server: WinnowServer, name: string, xs: readonly number[], make: Make): Promise<Series> {
  const points: { x: number; y: number }[] = [];
  for (const x of xs) {
    const samples: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const first = bodyOf(make(x, 100 * round), round);
      const calls = Math.min(CALLS_MAX, Math.max(1, Math.round(BYTES_PER_SAMPLE / first.length)));
      const more = Array.from({ length: calls - 1 }, (_, at) => bodyOf(make(x, 100 * round + at + 1), round));
      samples.push(await cost(server, [first, ...more]));
    }
    points.push({ x, y: median(samples) });
    if (median(samples) > CALL_MS_MAX) break;
  }
  return { name, points };
}

/** Processor milliseconds of the server per call. */
async function cost(server: WinnowServer, bodies: readonly Buffer[]): Promise<number> {
  const client = createRestClient(server.url, server.key);
  const before = cpuMsOf(server.pid);
  for (const body of bodies) await client.select(body);
  client.close();
  return (cpuMsOf(server.pid) - before) / bodies.length;
}

function exponents({ name, points }: Series, range: string): readonly Row[] {
  const samples = points.map(({ y }) => y);
  const figure = powerLawExponent(points);
  const steepest = steepestExponent(points);
  return [
    { what: `${name}, ${range}: exponent`, figure, unit: "", bar: EXPONENT_MAX, samples },
    { what: `${name}, ${range}: steepest step`, figure: steepest, unit: "", bar: null, samples },
  ];
}

function curve(name: string, xLabel: string, series: readonly Series[]): Curve {
  return { name, title: "Cost of a select call", xLabel, yLabel: "processor ms", series };
}
