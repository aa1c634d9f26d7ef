// What a polite organisation gets beside a greedy one: the share of its calls that is answered, and how much later than
// alone. Attackers and polite callers are processes of their own; the service has its defaults and the shipped tiers.
// The attacks are bodies that look small: 50,000 records of one word in gzip, megabytes of blanks in gzip, and 1,400
// records of one word at 300 a second; and, of the same tier as the polite one, as much as it can get.
// Warm-up: some hundred calls of each size.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { shippedTiers } from "../../src/config/tiers.ts";
import { makeProjection, startReplica, winnow } from "../../test/winnow-process.ts";
import { asMessage } from "../corpus/messages.ts";
import { encoded, type RequestBody, requestOf, textsOfBytes } from "../corpus/requests.ts";
import type { OpenLoop } from "./clients/open-loop.ts";
import type { Paced } from "./clients/paced.ts";
import { type Findings, type Row, soleRow } from "./harness/benchmark.ts";
import { quantile } from "./harness/statistics.ts";

const ALONE_SECONDS = 6;
const BESIDE_SECONDS = 8;
/** In which an attack begins to be felt, in milliseconds: the polite one calls from then on. */
const ONSET_MS = 1_500;
const ANSWERED_MIN = 0.99;
const SLOWER_MAX = 4;
/** Different texts, so that no memo makes the second round of them cheap. */
const BODIES = 16;

/** So much of each that it stays below its fair share. */
const politeCalls = [
  { size: "7 kB", bytes: 7_000, budget: 500, perSecond: 20 },
  { size: "100 kB", bytes: 100_000, budget: 4_000, perSecond: 6 },
] as const;
const wires = ["rest", "grpc"] as const;

/** The same for both where two of a tier compete, and above what the machine can answer. */
const openTier = {
  max_input_tokens: 2_000_000,
  max_records: 50_000,
  rate_per_second: 100_000,
  burst: 100_000,
  daily_quota: null,
};

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
    body: requestOf(words(50_000), 500, 1),
  },
  {
    name: "5.7 MB of blanks in gzip, 5/s",
    tier: "free",
    politeTier: "standard",
    load: { gzip: true, perSecond: 5, width: 0 },
    body: requestOf(
      Array.from({ length: 500 }, (_, at) => `item ${at} of alpha${" \n".repeat(5_650)}`),
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
    name: "a greedy one of the same tier, 100 kB, 64 at a time",
    tier: "open",
    politeTier: "open",
    load: { gzip: false, perSecond: 0, width: 64 },
    body: requestOf(textsOfBytes(4, 100_000), 4_000, 4),
  },
];

type Answered = Omit<OpenLoop, "processors" | "latestMs">;

/** A caller in a process of its own. */
async function calls(paced: Paced): Promise<Answered> {
  const script = fileURLToPath(new URL("clients/paced.ts", import.meta.url));
  const child = fork(script, [JSON.stringify(paced)]);
  const [loop]: Answered[] = await once(child, "message");
  if (loop === undefined) throw new Error("a caller reported nothing");
  return loop;
}

interface Bench {
  readonly url: string;
  readonly keys: ReadonlyMap<string, string>;
  /** Keeps bytes where another process reads them. @returns the path */
  readonly file: (name: string, bytes: Buffer | string) => string;
  readonly stop: () => Promise<void>;
}

async function openBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-fairness-"));
  const file = (name: string, body: Buffer | string) => {
    const path = join(folder, name);
    writeFileSync(path, body);
    return path;
  };
  const tiers = file("tiers.json", JSON.stringify({ ...shippedFile(), open: openTier }));
  const { projection, key, remove } = await makeProjection("scale", "--tiers", tiers);
  const keys = new Map<string, string>();
  for (const tier of ["free", "standard", "scale", "open"]) {
    for (const role of ["greedy", "polite"]) {
      const organisation = `${role}-${tier}`;
      const where = ["--projection", projection] as const;
      await winnow("orgs", "create", organisation, "--tier", tier, ...where, "--tiers", tiers);
      const minted = await winnow("keys", "mint", "--org", organisation, ...where);
      keys.set(organisation, minted.trim().split("\n").at(-1) ?? "");
    }
  }
  const replica = await startReplica({ projection, key, env: {} }, "--tiers", tiers, "--log-level", "warn");
  return {
    url: replica.url,
    keys,
    file,
    stop: async () => {
      await replica.stop();
      await remove();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The shipped tiers as a file has them. */
function shippedFile(): Readonly<Record<string, unknown>> {
  const rows = [...shippedTiers.values()].map((tier) => [
    tier.name,
    {
      max_input_tokens: tier.maxInputTokens,
      max_records: tier.maxRecords,
      rate_per_second: tier.ratePerSecond,
      burst: tier.burst,
      daily_quota: tier.dailyQuota,
      weight: tier.weight,
      max_compute_ms: tier.maxComputeMs,
    },
  ]);
  return Object.fromEntries(rows);
}

type Wire = (typeof wires)[number];
type PoliteCalls = (typeof politeCalls)[number];

function politeFiles({ file }: Bench, { size, bytes, budget }: PoliteCalls, wire: Wire): readonly string[] {
  return Array.from({ length: BODIES }, (_, at) => {
    const request = requestOf(textsOfBytes(100 + at, bytes), budget, at);
    return file(`${size} ${at}.${wire}`, wire === "rest" ? encoded(request) : asMessage(request));
  });
}

function p95({ answered }: Answered): number {
  return quantile(
    answered.map(({ tookMs }) => tookMs),
    0.95,
  );
}

function shareOf({ answered, turnedAwayMs, failed }: Answered): number {
  return answered.length / (answered.length + turnedAwayMs.length + failed);
}

async function beside(
  bench: Bench,
  attack: Attack,
  polite: Paced,
): Promise<readonly [greedy: Answered, polite: Answered]> {
  const files = [bench.file("greedy.json", encoded(attack.body))];
  const seconds = BESIDE_SECONDS + ONSET_MS / 1_000 + 0.5;
  const greedy = {
    ...polite,
    ...attack.load,
    files,
    seconds,
    key: keyOf(bench, "greedy", attack.tier),
    wire: "rest" as const,
  };
  const attacking = calls(greedy);
  await wait(ONSET_MS);
  const loop = await calls({ ...polite, seconds: BESIDE_SECONDS });
  return [await attacking, loop];
}

function keyOf({ keys }: Bench, role: string, tier: string): string {
  return keys.get(`${role}-${tier}`) ?? "";
}

async function against(bench: Bench, attack: Attack): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const call of politeCalls) {
    for (const wire of wires) {
      const polite: Paced = {
        ...{ url: bench.url, key: keyOf(bench, "polite", attack.politeTier), wire },
        ...{ files: politeFiles(bench, call, wire), gzip: false, perSecond: call.perSecond, width: 0 },
        ...{ seconds: ALONE_SECONDS, seed: 7 },
      };
      const alone = await calls(polite);
      const [greedy, loop] = await beside(bench, attack, polite);
      const what = `${call.size} over ${wire === "rest" ? "REST" : "gRPC"}, beside ${attack.name}`;
      rows.push(
        soleRow(`${what}: answered`, shareOf(loop), "of the calls", { atLeast: ANSWERED_MIN }),
        soleRow(`${what}: p95 over that alone`, p95(loop) / p95(alone), "x", { atMost: SLOWER_MAX }),
        soleRow(`${what}: p95 alone`, p95(alone), "ms", null),
        soleRow(`${what}: answered to the greedy one`, greedy.answered.length / greedy.seconds, "/s", null),
      );
    }
  }
  return rows;
}

async function warmUp(bench: Bench): Promise<void> {
  for (const call of politeCalls) {
    for (const wire of wires) {
      await calls({
        ...{ url: bench.url, key: keyOf(bench, "polite", "open"), wire, files: politeFiles(bench, call, wire) },
        ...{ gzip: false, perSecond: 0, width: 4, seconds: 3, seed: 1 },
      });
    }
  }
}

export async function run(): Promise<Findings> {
  const bench = await openBench();
  await warmUp(bench);
  const rows: Row[] = [];
  for (const attack of attacks) rows.push(...(await against(bench, attack)));
  await bench.stop();
  return { rows, curves: [] };
}
