// Compares Winnow with what a user would write instead: js-tiktoken to count, MiniSearch to rank, and a loop that fills
// the budget. Compares the processor time of that pipeline with that of a REST call, client and server together. The
// encoder is created once. The index is new for each request, because the records are. Warm-up: the rounds given below,
// on other records, and before them calls of Winnow alone, because V8 compiles its code later than the few loops of the
// pipeline.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Tiktoken } from "js-tiktoken/lite";
import encoding from "js-tiktoken/ranks/o200k_base";
import { fitting, rankByMiniSearch } from "../../../src/evaluation/baselines.ts";
import type { RequestBody } from "../../corpus/requests.ts";
import { type Findings, medianRow, type Row } from "../harness/benchmark.ts";
import { cpuOf } from "../harness/cpu.ts";
import { interleaved, oneAtATime } from "../harness/rounds.ts";
import { ratios } from "../harness/statistics.ts";
import { startUnlimited, type WinnowServer } from "../servers/winnow-server.ts";
import { type Asked, requestsOf } from "./pipeline-requests.ts";

const tiktoken = new Tiktoken(encoding);
const count = (text: string): number => tiktoken.encode(text, [], []).length;

function byHand({ records, task, budget }: RequestBody, counted: (at: number) => number): string {
  const chosen = fitting(rankByMiniSearch(records, task.prompt), budget.max_context_tokens, counted);
  return chosen.map((at) => records[at]?.text).join("\n\n");
}

/** Counts every record first, so that it can report the saving as Winnow does. */
function countingAll(request: RequestBody): string {
  const tokens = request.records.map(({ text }) => count(text));
  return byHand(request, (at) => tokens[at] ?? 0);
}

/**
 * Counts only the records that it tries. It reports less than Winnow, which states the tokens of all records and the
 * saving, so the bar of the contender above does not apply.
 */
function countingCandidates(request: RequestBody): string {
  return byHand(request, (at) => count(request.records[at]?.text ?? ""));
}

/** `alone`: calls before the rounds. V8 compiles most code in 600 calls of 2,000 tokens, or in 80 of 100,000. */
const sizes = [
  { tokens: 2_000, budget: 500, calls: 20, alone: 600, warmups: 2, rounds: 3, bar: 5 },
  { tokens: 100_000, budget: 10_000, calls: 1, alone: 80, warmups: 2, rounds: 3, bar: 15 },
] as const;

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const client = startClient(server);
  const rows: Row[] = [];
  for (const { tokens, budget, calls, alone, warmups, rounds, bar } of sizes) {
    const asked = (from: number): Asked => ({ tokens, budget, from, count: calls });
    for (let call = 0; call < alone; call += calls) await client.cost(asked((warmups + rounds) * calls + call));
    const held = oneAtATime((round) => requestsOf(asked(round * calls)));
    const measured = (select: (request: RequestBody) => string) => (round: number) => {
      const requests = held(round);
      const work = () => {
        for (const request of requests) select(request);
      };
      return cpuOf(work) / calls;
    };
    const used = await interleaved(warmups, rounds, {
      winnow: (round) => client.cost(asked(round * calls)),
      all: measured(countingAll),
      candidates: measured(countingCandidates),
    });
    const overAll = ratios(used.all, used.winnow);
    const overCandidates = ratios(used.candidates, used.winnow);
    const name = `${tokens.toLocaleString("en")} tokens`;
    rows.push(
      medianRow(`${name}: pipeline that counts every record`, overAll, "x", { atLeast: bar }),
      medianRow(`${name}: pipeline that counts only the records it tries`, overCandidates, "x", null),
      medianRow(`${name}: Winnow`, used.winnow, "ms", null),
    );
  }
  client.stop();
  await server.stop();
  return { rows, curves: [] };
}

function startClient({ url, key, pid }: WinnowServer) {
  const child = fork(fileURLToPath(new URL("pipeline-client.ts", import.meta.url)), [url, key, String(pid)]);
  const gone = new AbortController();
  child.once("exit", () => gone.abort());
  return {
    cost: async (asked: Asked): Promise<number> => {
      child.send(asked);
      const [cost]: unknown[] = await once(child, "message", { signal: gone.signal });
      if (typeof cost !== "number") throw new Error("the client's process gave no figure");
      return cost;
    },
    stop: () => child.disconnect(),
  };
}
