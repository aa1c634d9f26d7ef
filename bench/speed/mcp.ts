// `winnow mcp` on its pipe: how long pings wait after and during two calls over 5 MB files, how long the work on a
// cancelled call goes on, and how much memory the process takes if many calls come at once. Warm-up: two whole calls.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { textsOfBytes } from "../corpus/requests.ts";
import { type CancelledWork, stopsAfter } from "./cancelled-work.ts";
import { startMcp } from "./clients/mcp-client.ts";
import { type Findings, medianRow, soleRow } from "./harness/benchmark.ts";
import { residentMb } from "./harness/cpu.ts";
import { quantile } from "./harness/statistics.ts";

const ROUNDS = 3;
const SEED = 53;
const FILES = 50;
const FILES_BYTES = 5_000_000;
const MANY = 32;
const BEAT_MS = 10;
/** By then the engine is at work, because a whole call takes several times as long. */
const CANCEL_AFTER_MS = 200;
const PING_MS_MAX = 50;
const STOP_MS_MAX = 50;
const PEAK_MB_MAX = 600;

export async function run(): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-bench-"));
  try {
    const texts = textsOfBytes(SEED, FILES_BYTES);
    for (let at = 0; at < FILES; at++) {
      const some = texts.filter((_, index) => index % FILES === at);
      writeFileSync(join(folder, `${at}.txt`), some.join("\n\n"));
    }
    return await measured(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measured(folder: string): Promise<Findings> {
  const { pid, ask, cancel, end } = await startMcp("--root", folder);
  const args = { paths: ["."], task: "Which ships were late, and why?", budget_tokens: 32_000 };
  const params = JSON.stringify({ name: "select_context", arguments: args });
  const large = () => ask("tools/call", params);
  const ping = () => ask("ping", "{}").answered;
  const idle = residentMb(pid).now;
  for (let warmup = 0; warmup < 2; warmup++) await large().answered;

  const behind: number[] = [];
  const during: number[] = [];
  const gone: CancelledWork[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const both = Promise.all([large(), large()].map(({ answered }) => answered));
    behind.push(await ping());
    during.push(...(await pingsUntil(both, ping)));
    const given = await stopsAfter(pid, async () => {
      const { id } = large();
      await wait(CANCEL_AFTER_MS);
      cancel(id);
    });
    gone.push(given);
    // The thread of the cancelled call may have been stopped and restarted.
    await large().answered;
  }
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: MANY }, () => large().answered));
  const manyMs = performance.now() - startedAt;
  const { peak } = residentMb(pid);
  await end();

  const [stops, worked] = [gone.map(({ stopsMs }) => stopsMs), gone.map(({ workedMs }) => workedMs)];
  const felt = { figure: quantile(during, 0.99), unit: "ms", samples: during };
  const rows = [
    { what: "ping p99 during two calls over 5 MB", ...felt, bar: { atMost: PING_MS_MAX } },
    medianRow("ping right behind them in the pipe", behind, "ms", null),
    medianRow("work goes on after a call is cancelled", stops, "ms", { atMost: STOP_MS_MAX }),
    medianRow("processor time before that", worked, "ms", null),
    soleRow(`most memory with ${MANY} such calls at once`, peak, "MB", { atMost: PEAK_MB_MAX }),
    soleRow("memory before the first call", idle, "MB", null),
    soleRow(`time to the answers of ${MANY}`, manyMs, "ms", null),
  ];
  return { rows, curves: [] };
}

/** Milliseconds of each ping until `over` settles. */
async function pingsUntil(over: Promise<unknown>, ping: () => Promise<number>): Promise<readonly number[]> {
  const took: number[] = [];
  let isOver = false;
  const ended = over.then(() => {
    isOver = true;
  });
  while (!isOver) {
    took.push(await ping());
    await wait(BEAT_MS);
  }
  await ended;
  return took;
}
