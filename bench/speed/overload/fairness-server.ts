// Starts the service that `fairness` measures, with its defaults, the shipped tiers and one more. Each caller is a
// process of its own, so its work delays no other caller.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { shippedTiers } from "../../../src/config/tiers.ts";
import { makeProjection, startReplica, winnow } from "../../../test/winnow-process.ts";
import { asMessage } from "../../corpus/messages.ts";
import { encoded, requestOf, textsOfBytes } from "../../corpus/requests.ts";
import type { OpenLoop } from "../clients/open-loop.ts";
import type { Paced } from "../clients/paced.ts";
import { quantile } from "../harness/statistics.ts";

/** Different texts, so that no memo makes the second round of them cheap. */
const BODIES = 16;

export interface CallSize {
  readonly size: string;
  /** Approximate size of the records as JSON. */
  readonly bytes: number;
  readonly budget: number;
}

/** The calls of a polite organisation; `perSecond` is below its fair share. */
export const politeCalls: readonly (CallSize & Pick<Paced, "gzip" | "perSecond">)[] = [
  { size: "7 kB", bytes: 7_000, budget: 500, gzip: false, perSecond: 20 },
  { size: "7 kB in gzip", bytes: 7_000, budget: 500, gzip: true, perSecond: 20 },
  { size: "100 kB", bytes: 100_000, budget: 4_000, gzip: false, perSecond: 8 },
];

/** The same for both if two of a tier compete, and above what the machine can answer. */
const openTier = {
  max_input_tokens: 2_000_000,
  max_records: 50_000,
  rate_per_second: 100_000,
  burst: 100_000,
  daily_quota: null,
};

/** The results of one caller's calls. */
export type Answered = Omit<OpenLoop, "sendDelayMsMax">;

/** Makes the calls of one caller. */
export async function calls(paced: Paced): Promise<Answered> {
  const script = fileURLToPath(new URL("../clients/paced.ts", import.meta.url));
  const child = fork(script, [JSON.stringify(paced)]);
  const [loop]: Answered[] = await once(child, "message");
  if (loop === undefined) throw new Error("a caller reported nothing");
  return loop;
}

export interface FairnessServer {
  readonly url: string;
  /** The key of the greedy or the polite organisation of a tier. */
  readonly keyOf: (role: "greedy" | "polite", tier: string) => string;
  /** Writes a file for another process. @returns the path */
  readonly file: (name: string, bytes: Buffer | string) => string;
  readonly stop: () => Promise<void>;
}

export async function startFairnessServer(): Promise<FairnessServer> {
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
  // All callers have the same address, as behind a proxy.
  const flags = ["--tiers", tiers, "--log-level", "warn", "--connections-per-address-max", "off"];
  const replica = await startReplica({ projection, key, env: {} }, ...flags);
  return {
    url: replica.url,
    keyOf: (role, tier) => keys.get(`${role}-${tier}`) ?? "",
    file,
    stop: async () => {
      await replica.stop();
      await remove();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The shipped tiers in the form of a tiers file. */
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

/** Files with bodies of a size, in the form of a protocol. */
export function bodyFiles(
  { file }: FairnessServer,
  { size, bytes, budget }: CallSize,
  protocol: Paced["protocol"],
): readonly string[] {
  return Array.from({ length: BODIES }, (_, at) => {
    const request = requestOf(textsOfBytes(100 + at, bytes), budget, at);
    return file(`${size} ${at}.${protocol}`, protocol === "rest" ? encoded(request) : asMessage(request));
  });
}

/** A caller of the server; by default it sends uncompressed bodies on a schedule. */
export function callerOf(
  server: FairnessServer,
  caller: Omit<Paced, "url" | "gzip" | "seed" | "width" | "perSecond"> & Partial<Paced>,
): Paced {
  return { url: server.url, gzip: false, seed: 7, width: 0, perSecond: 0, ...caller };
}

/** A quantile of the response times, in milliseconds. */
export function latency(answered: OpenLoop["answered"], share: number): number {
  return quantile(
    answered.map(({ tookMs }) => tookMs),
    share,
  );
}
