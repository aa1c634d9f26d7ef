// What a polite organisation gets while a greedy one calls: the share of its calls that is answered, and how much later
// than alone. It sends plain calls, and small ones in gzip too. Also the share that the greedy one keeps of its calls
// alone. Three attacks send bodies that look small: 50,000 records of one word in gzip, megabytes of blanks in gzip,
// and 1,400 records of one word at 300 a second. The fourth keeps the workers busy with short calls. In the fifth,
// clients that are refused for their rate call again without a pause. In the sixth, an organisation of the same tier as
// the polite one takes as much as it can get. Last, fairness-capacity.ts overloads the service. Warm-up: three seconds
// of calls of each size.
import { setTimeout as wait } from "node:timers/promises";
import { encoded, type RequestBody, requestOf, textsOfBytes } from "../../corpus/requests.ts";
import type { Paced } from "../clients/paced.ts";
import { type Findings, type Row, soleRow } from "../harness/benchmark.ts";
import { capacityRows } from "./fairness-capacity.ts";
import {
  type Answered,
  bodyFiles,
  callerOf,
  calls,
  type FairnessServer,
  latency,
  politeCalls,
  startFairnessServer,
} from "./fairness-server.ts";

const ALONE_SECONDS = 3;
const ATTACKED_SECONDS = 4;
/** How long the greedy one calls alone, in seconds. */
const GREEDY_SECONDS = 2;
/** An attack takes effect within this time, in milliseconds. The polite one calls from then on. */
const ONSET_MS = 1_500;
const ANSWERED_MIN = 0.99;
const SLOWER_MAX = 4;
const KEPT_MIN = 0.75;

const protocols = ["rest", "grpc"] as const;
const protocolNames = { rest: "REST", grpc: "gRPC" } as const;

interface Attack {
  readonly name: string;
  readonly tier: string;
  readonly politeTier: string;
  readonly load: Pick<Paced, "gzip" | "perSecond" | "width">;
  readonly body: RequestBody;
}

const words = (count: number) => Array.from({ length: count }, () => "alpha");

const attacks: readonly Attack[] = [
  {
    name: "50,000 one-word records in gzip, 60/s",
    tier: "scale",
    politeTier: "standard",
    load: { gzip: true, perSecond: 60, width: 0 },
    body: { ...requestOf([], 500, 1), records: words(50_000).map((text) => ({ text })) },
  },
  {
    // Within the tier's 100,000 tokens, because a run of 128 blanks is one.
    name: "5.7 MB of blanks in gzip, 5/s",
    tier: "free",
    politeTier: "standard",
    load: { gzip: true, perSecond: 5, width: 0 },
    body: requestOf(
      Array.from({ length: 500 }, (_, at) => `item ${at} of alpha${" ".repeat(11_300)}`),
      500,
      2,
    ),
  },
  {
    name: "1,400 one-word records, 300/s",
    tier: "scale",
    politeTier: "standard",
    load: { gzip: false, perSecond: 300, width: 0 },
    body: { ...requestOf([], 500, 3), records: words(1_400).map((text) => ({ text })) },
  },
  {
    // Calls that only just go to a worker, each shorter than a polite one of 100 kB.
    name: "33 kB, 400/s",
    tier: "scale",
    politeTier: "standard",
    load: { gzip: false, perSecond: 400, width: 0 },
    body: requestOf(textsOfBytes(9, 33_000), 500, 3),
  },
  {
    name: "256 clients over their rate that return at once",
    tier: "free",
    politeTier: "standard",
    load: { gzip: false, perSecond: 0, width: 256 },
    body: requestOf(textsOfBytes(5, 7_000), 500, 5),
  },
  {
    name: "a greedy one of the same tier, 100 kB, 64 at a time",
    tier: "open",
    politeTier: "open",
    load: { gzip: false, perSecond: 0, width: 64 },
    body: requestOf(textsOfBytes(4, 100_000), 4_000, 4),
  },
];

function shareOf({ answered, rejectedMs, failed }: Answered): number {
  return answered.length / (answered.length + rejectedMs.length + failed);
}

function perSecond({ answered, seconds }: Answered): number {
  return answered.length / seconds;
}

async function against(server: FairnessServer, attack: Attack): Promise<readonly Row[]> {
  const greedy = callerOf(server, {
    ...attack.load,
    key: server.keyOf("greedy", attack.tier),
    protocol: "rest",
    files: [server.file("greedy.json", encoded(attack.body))],
    seconds: GREEDY_SECONDS,
  });
  const greedyAlone = perSecond(await calls(greedy));
  const rows: Row[] = [soleRow(`${attack.name}: answered alone`, greedyAlone, "/s", { atLeast: 0.1 })];
  for (const call of politeCalls) {
    // The polite organisation calls over both protocols at once, because that takes half the time.
    const polite = (seconds: number) =>
      Promise.all(
        protocols.map((protocol) =>
          calls(
            callerOf(server, {
              key: server.keyOf("polite", attack.politeTier),
              protocol,
              files: bodyFiles(server, call, protocol),
              gzip: call.gzip,
              perSecond: call.perSecond,
              seconds,
            }),
          ),
        ),
      );
    const alone = await polite(ALONE_SECONDS);
    const attacking = calls({ ...greedy, seconds: ATTACKED_SECONDS + ONSET_MS / 1_000 + 0.5 });
    await wait(ONSET_MS);
    const attacked = await polite(ATTACKED_SECONDS);
    const kept = perSecond(await attacking) / greedyAlone;
    for (const [at, protocol] of protocols.entries()) {
      const what = `${call.size} over ${protocolNames[protocol]}, during ${attack.name}`;
      const before = alone[at];
      const during = attacked[at];
      if (before === undefined || during === undefined) throw new Error("a caller reported nothing");
      const aloneMs = latency(before.answered, 0.95);
      rows.push(
        soleRow(`${what}: answered`, shareOf(during), "of the calls", { atLeast: ANSWERED_MIN }),
        soleRow(`${what}: p95 over that alone`, latency(during.answered, 0.95) / aloneMs, "x", { atMost: SLOWER_MAX }),
        soleRow(`${what}: p95 alone`, aloneMs, "ms", null),
      );
    }
    const what = `${call.size}, during ${attack.name}`;
    rows.push(soleRow(`${what}: kept by the greedy one of what it gets alone`, kept, "x", { atLeast: KEPT_MIN }));
  }
  return rows;
}

async function warmUp(server: FairnessServer): Promise<void> {
  for (const call of politeCalls) {
    const key = server.keyOf("polite", "open");
    await Promise.all(
      protocols.map((protocol) =>
        calls(
          callerOf(server, { ...call, key, protocol, files: bodyFiles(server, call, protocol), width: 4, seconds: 3 }),
        ),
      ),
    );
  }
}

export async function run(): Promise<Findings> {
  const server = await startFairnessServer();
  await warmUp(server);
  const rows: Row[] = [];
  for (const attack of attacks) rows.push(...(await against(server, attack)));
  const sizes = politeCalls.filter(({ gzip }) => !gzip);
  for (const size of sizes) rows.push(...(await capacityRows(server, size)));
  await server.stop();
  return { rows, curves: [] };
}
