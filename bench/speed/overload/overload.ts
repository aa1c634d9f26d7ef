// More calls than can be answered: on a schedule that does not wait, at 0.7, 2 and 3 times the capacity, for small
// calls, which the main thread and workers answer, and for large ones, which workers answer. Also loads that must not
// count as overload: see ordinary-load.ts.
// The capacity is measured at the start of each round, when the server is warm: the throughput of clients that wait for
// their answers or, if that is more, what was answered when twice as much was last offered. It varies: half while the
// server compiles, less during other load, and less still in a flood, so three times an old figure would not be a
// threefold load. Warm-up: some thousand calls, and twice the measured capacity for some seconds.
import { setTimeout as wait } from "node:timers/promises";
import { encoded, requestOf, textsOfBytes } from "../../corpus/requests.ts";
import { openLoop, type Send } from "../clients/open-loop.ts";
import { inParallel } from "../clients/rest-client.ts";
import { createThinClient, encodePost, sendInRotation } from "../clients/thin-client.ts";
import { type Findings, type Row, soleRow } from "../harness/benchmark.ts";
import { residentMb } from "../harness/cpu.ts";
import { median } from "../harness/statistics.ts";
import { startUnlimited, type WinnowServer } from "../servers/winnow-server.ts";
import { startBareRefusals } from "./bare-refusals.ts";
import { answeredOfClients, CLIENTS, CROWD, REST_MS, rejectedOfOrdinaryLoads } from "./ordinary-load.ts";
import { atLoad, goodput, p99, type Round, settled, threefoldBars, twofoldBars } from "./overload-rows.ts";

const ROUNDS = 2;
/** Seconds of each load in each round. */
const SECONDS = 3;
/** How long the capacity is measured at the start of a round. */
const CLIENTS_SECONDS = 1;
/** Number of different texts, so that caches do not make repeated ones cheap. */
const BODIES = 64;
/** Bar on memory growth between calm and overload. */
const GROWTH_MB_MAX = 150;

const sizes = [
  { name: "7 kB", bytes: 7_000, budget: 500, warmups: 8_000 },
  { name: "100 kB", bytes: 100_000, budget: 4_000, warmups: 600 },
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
  const { name, bytes, budget, warmups } = size;
  const requests = Array.from({ length: BODIES }, (_, at) => {
    const body = encoded(requestOf(textsOfBytes(at, bytes), budget, at));
    return encodePost(server.url, "/v1/context/select", server.key, body);
  });
  const client = createThinClient(server.url);
  const send = sendInRotation(client, requests);
  const bare = await startBareRefusals(requests);
  await inParallel(warmups, 16, send);
  let flood = await openLoop(2 * (await ofClients(send)), SECONDS, 1, send);
  const before = residentMb(server.pid).now;
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    await wait(REST_MS);
    const capacity = Math.max(await ofClients(send), goodput(flood));
    const one = await offered(send, capacity, 10 * round, bare.callMs);
    flood = one.double;
    rounds.push(one);
  }
  const { peak } = residentMb(server.pid);
  const refused = await rejectedOfOrdinaryLoads(name, send);
  const crowdPerSecond = await answeredOfClients(CROWD, SECONDS, send);
  client.close();
  await bare.stop();
  const capacity = median(rounds.map((round) => round.capacity));
  const calmMs = median(rounds.map(({ calm }) => p99(settled(calm))));
  const growth = { figure: peak - before, unit: "MB", bar: { atMost: GROWTH_MB_MAX }, samples: [before, peak] };
  return [
    soleRow(`${name}: capacity`, capacity, "/s", null),
    soleRow(`${name}: p99 at 0.7 of capacity`, calmMs, "ms", null),
    ...atLoad(`${name} at twice the capacity`, rounds, ({ double }) => double, twofoldBars),
    ...atLoad(`${name} at three times the capacity`, rounds, ({ threefold }) => threefold, threefoldBars),
    { what: `${name}: growth of resident memory`, ...growth },
    ...refused,
    soleRow(
      `${name}: answered of the capacity, to ${CROWD} clients that come back at once`,
      crowdPerSecond / capacity,
      "x",
      null,
    ),
  ];
}

/** Calls answered a second for clients that wait for their answers. */
function ofClients(send: Send): Promise<number> {
  return answeredOfClients(CLIENTS, CLIENTS_SECONDS, send);
}

/** @param capacity in calls a second */
async function offered(
  send: Send,
  capacity: number,
  seed: number,
  bareCallMs: (perSecond: number) => Promise<number>,
): Promise<Round> {
  const load = (times: number, at: number) => openLoop(times * capacity, SECONDS, seed + at, send);
  const [calm, double, threefold] = [await load(0.7, 1), await load(2, 2), await load(3, 3)];
  return { capacity, calm, double, threefold, bareMs: await bareCallMs(3 * capacity) };
}
