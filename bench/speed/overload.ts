// More calls than can be answered: on a schedule that does not wait, at 0.7, 1, 2 and 5 times what the server manages,
// for small calls, answered on the thread with the sockets and beside it, and for large ones, answered in workers. And
// what must not be taken for an overload: see ordinary-load.ts.
// What the server manages is measured at the start of each round, by offering far more, once it is warm: while it
// compiles it manages half of what it does later, and beside a neighbour less than alone, and five times that would be
// no five times. All loads are offered in each round, and the most that was answered in any of them is its most.
// Warm-up: some thousand calls, and such a measurement.
import { setTimeout as wait } from "node:timers/promises";
import { encoded, requestOf, textsOfBytes } from "../corpus/requests.ts";
import { type Bar, type Findings, medianRow, type Row, soleRow } from "./benchmark.ts";
import { residentMb } from "./cpu.ts";
import { type AnsweredCall, type OpenLoop, openLoop, type Send } from "./open-loop.ts";
import { answeredOfCrowd, CROWD, REST_MS, refusedOfTheOrdinary } from "./ordinary-load.ts";
import { inParallel } from "./rest-client.ts";
import { median, quantile } from "./statistics.ts";
import { createThinClient, wholePost } from "./thin-client.ts";
import { startUnlimited, type WinnowServer } from "./winnow-server.ts";

const ROUNDS = 3;
/** Of each load in each round. */
const SECONDS = 4;
/** In it the service tells an overload from a burst. In milliseconds. */
const ONSET_MS = 1_000;
/** Different texts, so that no memo makes the second round of them cheap. */
const BODIES = 64;
/** Growth between the calm and the worst of it. */
const GROWTH_MB_MAX = 150;

const sizes = [
  { name: "7 kB", bytes: 7_000, budget: 500, flood: 4_000, warmups: 8_000 },
  { name: "100 kB", bytes: 100_000, budget: 4_000, flood: 250, warmups: 600 },
];

/** The same seconds of the machine's mood, so that what is compared is compared within one. */
interface Round {
  /** As many calls as nobody could answer: what the others are multiples of. */
  readonly flood: OpenLoop;
  readonly calm: OpenLoop;
  readonly even: OpenLoop;
  readonly double: OpenLoop;
  readonly fivefold: OpenLoop;
}

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
  const client = createThinClient(server.url);
  const requests = Array.from({ length: BODIES }, (_, at) => {
    const body = encoded(requestOf(textsOfBytes(at, bytes), budget, at));
    return wholePost(server.url, "/v1/context/select", server.key, body);
  });
  const send: Send = async (at) => {
    const status = await client.send(requests[at % BODIES] ?? Buffer.alloc(0));
    return status === 200 ? "answered" : status === 503 ? "turned away" : "failed";
  };
  await inParallel(warmups, 16, send);
  await openLoop(flood, SECONDS, 1, send);
  const before = residentMb(server.pid).now;
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round++) rounds.push(await offered(flood, 10 * round, send));
  const { peak } = residentMb(server.pid);
  const refused = await refusedOfTheOrdinary(name, send);
  const crowdPerSecond = await answeredOfCrowd(send);
  client.close();
  const best = median(rounds.map(most));
  const calmMs = median(rounds.map(({ calm }) => p99(settled(calm))));
  const growth = { figure: peak - before, unit: "MB", bar: { atMost: GROWTH_MB_MAX }, samples: [before, peak] };
  return [
    soleRow(`${name}: calls answered at most`, best, "/s", null),
    soleRow(`${name}: p99 at 0.7 of capacity`, calmMs, "ms", null),
    ...atLoad(`${name} at twice the capacity`, rounds, ({ double }) => double),
    ...atLoad(`${name} at five times the capacity`, rounds, ({ fivefold }) => fivefold),
    { what: `${name}: growth of resident memory`, ...growth },
    ...refused,
    soleRow(
      `${name}: answered of the most, to ${CROWD} clients that come back at once`,
      crowdPerSecond / best,
      "x",
      null,
    ),
  ];
}

async function offered(floodPerSecond: number, seed: number, send: Send): Promise<Round> {
  const flood = await openLoop(floodPerSecond, SECONDS, seed + 4, send);
  await wait(REST_MS);
  const load = (times: number, at: number) => openLoop(times * goodput(flood), SECONDS, seed + at, send);
  const [calm, even] = [await load(0.7, 0), await load(1, 1)];
  return { flood, calm, even, double: await load(2, 2), fivefold: await load(5, 3) };
}

function atLoad(what: string, rounds: readonly Round[], of: (round: Round) => OpenLoop): readonly Row[] {
  const loads = rounds.map(of);
  const shares = rounds.map((round) => goodput(of(round)) / most(round));
  const slower = rounds.map((round) => p99(settled(of(round))) / p99(settled(round.calm)));
  const failed = loads.reduce((sum, load) => sum + load.failed, 0);
  const row = (which: string, unit: string, samples: readonly number[], bar: Bar = null) =>
    medianRow(`${what}: ${which}`, samples, unit, bar);
  const p99s = loads.map((load) => p99(settled(load)));
  const withOnset = loads.map(({ answered }) => p99(answered));
  // In some round there may have been none to turn away.
  const turnedAway = loads.flatMap(({ turnedAwayMs: all }) => (all.length === 0 ? [] : [quantile(all, 0.99)]));
  const late = loads.map(({ latestMs }) => latestMs);
  const taken = loads.map(({ processors }) => processors);
  return [
    row("answered, of the most", "x", shares, { atLeast: 0.9 }),
    row("p99 of the answered over the calm one", "x", slower, { atMost: 3 }),
    row("p99", "ms", p99s),
    row("p99 with the first second", "ms", withOnset),
    ...(turnedAway.length === 0 ? [] : [row("p99 of being turned away", "ms", turnedAway)]),
    soleRow(`${what}: ended otherwise`, failed, "calls", { atMost: 0 }),
    row("sent late by at most", "ms", late),
    row("taken by its clients", "processors", taken),
  ];
}

function most({ flood, calm, even, double, fivefold }: Round): number {
  return Math.max(...[flood, calm, even, double, fivefold].map(goodput));
}

function goodput({ answered, seconds }: OpenLoop): number {
  return answered.length / seconds;
}

function settled({ answered }: OpenLoop): readonly AnsweredCall[] {
  return answered.filter(({ dueMs }) => dueMs >= ONSET_MS);
}

function p99(answered: readonly AnsweredCall[]): number {
  return quantile(
    answered.map(({ tookMs }) => tookMs),
    0.99,
  );
}
