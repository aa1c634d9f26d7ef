// `winnow mcp` on its pipe: what pings feel of two 5.3 MB calls, sent right behind them and while they run; how long a
// call goes on that is cancelled; what the process takes when many come at once. Warm-up: two whole calls.
import { setTimeout as wait } from "node:timers/promises";
import { encoded, requestOf, textsOfBytes } from "../corpus/requests.ts";
import { startMcp } from "./clients/mcp-client.ts";
import { type GivenUp, stopsAfter } from "./given-up.ts";
import { type Findings, medianRow, soleRow } from "./harness/benchmark.ts";
import { residentMb } from "./harness/cpu.ts";
import { quantile } from "./harness/statistics.ts";

const ROUNDS = 3;
const CALL_BYTES = 5_300_000;
const MANY = 32;
const BEAT_MS = 10;
/** Into the engine's work: a whole call takes several times as long. */
const CANCEL_AFTER_MS = 200;
const PING_MS_MAX = 50;
const STOP_MS_MAX = 50;
const PEAK_MB_MAX = 600;

export async function run(): Promise<Findings> {
  const { pid, ask, cancel, end } = await startMcp();
  const request = encoded(requestOf(textsOfBytes(53, CALL_BYTES), 32_000, 53));
  const params = Buffer.concat([Buffer.from('{"name":"select_context","arguments":'), request, Buffer.from("}")]);
  const large = () => ask("tools/call", params);
  const ping = () => ask("ping", "{}").answered;
  const idle = residentMb(pid).now;
  for (let warmup = 0; warmup < 2; warmup++) await large().answered;

  const behind: number[] = [];
  const during: number[] = [];
  const gone: GivenUp[] = [];
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
    // Whose thread may have been ended, and is started anew.
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
    { what: "ping p99 beside two 5.3 MB calls", ...felt, bar: { atMost: PING_MS_MAX } },
    medianRow("ping right behind them in the pipe", behind, "ms", null),
    medianRow("work goes on after a call is cancelled", stops, "ms", { atMost: STOP_MS_MAX }),
    medianRow("processor time before that", worked, "ms", null),
    soleRow(`most memory with ${MANY} such calls at once`, peak, "MB", { atMost: PEAK_MB_MAX }),
    soleRow("memory before the first call", idle, "MB", null),
    soleRow(`time to the answers of ${MANY}`, manyMs, "ms", null),
  ];
  return { rows, curves: [] };
}

/** What pings take until something is over. */
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
