// Replicas on one projection, their load, and their metrics.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generousLimits } from "../tiers.ts";
import { type MadeProjection, makeProjection, startReplica, type WinnowProcess } from "../winnow-process.ts";

export interface Tier {
  readonly max_input_tokens: number;
  readonly max_records: number;
  readonly rate_per_second: number;
  readonly burst: number;
  readonly daily_quota: number | null;
}

/** Limits that no test reaches. */
export const roomy: Tier = generousLimits;

export interface Replicas {
  readonly key: string;
  readonly all: readonly WinnowProcess[];
  /** Starts another replica. */
  readonly start: (...flags: readonly string[]) => Promise<WinnowProcess>;
  readonly stop: () => Promise<void>;
}

/** @param env of each replica, for addresses that may hold a password: arguments are public */
export async function startReplicas(
  count: number,
  tier: Tier,
  env: Readonly<Record<string, string>>,
): Promise<Replicas> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-tiers-"));
  const tiers = join(folder, "tiers.json");
  await writeFile(tiers, JSON.stringify({ tested: tier }));
  const made: MadeProjection = await makeProjection("tested", "--tiers", tiers);
  const started: WinnowProcess[] = [];
  const start = async (...flags: readonly string[]) => {
    const common = ["--tiers", tiers, "--internal-port", "0", "--workers", "0"];
    const replica = await startReplica({ ...made, env }, ...common, ...flags);
    started.push(replica);
    return replica;
  };
  const all = await Promise.all(Array.from({ length: count }, () => start()));
  return {
    key: made.key,
    all,
    start,
    stop: async () => {
      await Promise.all(started.map(({ stop }) => stop()));
      await made.remove();
      await rm(folder, { recursive: true });
    },
  };
}

export interface Answered {
  readonly status: number;
  readonly milliseconds: number;
}

/** One REST call: a select with a body, health without one. */
export async function call(url: string, key: string, body?: string): Promise<Answered> {
  const startMs = performance.now();
  const headers = { authorization: `Bearer ${key}` };
  const answer = await (body === undefined
    ? fetch(`${url}/v1/health`, { headers })
    : fetch(`${url}/v1/context/select`, { method: "POST", headers, body }));
  await answer.arrayBuffer();
  return { status: answer.status, milliseconds: performance.now() - startMs };
}

/** Calls every replica with that many sequential callers each, until stopped. */
export async function load({ all, key }: Replicas, callers: number, over: () => boolean): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  const caller = async (url: string) => {
    while (!over()) answers.push(await call(url, key));
  };
  await Promise.all(all.flatMap(({ url }) => Array.from({ length: callers }, () => caller(url))));
  return answers;
}

/** The address of the internal listener. */
export async function internalOf({ logged }: WinnowProcess): Promise<string> {
  const { address } = await logged(({ msg }) => msg === "listening_internally");
  return String(address);
}

/** A scraped metric, summed over its labels. */
export async function metric(replica: WinnowProcess, name: string): Promise<number> {
  const text = await (await fetch(`${await internalOf(replica)}/metrics`)).text();
  const rows = text.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return rows.reduce((sum, row) => sum + Number(row.split(" ")[1]), 0);
}

export const selectBody = JSON.stringify({
  request_id: "r",
  records: [{ text: "the lamp of the harbour was lit at nine" }],
  task: { prompt: "when was the lamp lit" },
  budget: { max_context_tokens: 100 },
});
