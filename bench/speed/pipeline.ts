// What a user would write instead: js-tiktoken to count, MiniSearch to rank, and a loop that fills the budget.
// Compared is the processor time of that pipeline with that of a REST call, client and server together. The encoder is
// made once; the index is new for each request, as its records are. Warm-up: the rounds said below, on other records,
// and before them calls of Winnow alone, since its compilers rest later than those of the pipeline's few loops.
import { Tiktoken } from "js-tiktoken/lite";
import encoding from "js-tiktoken/ranks/o200k_base";
import { selectByHand } from "../by-hand.ts";
import { encoded, type RequestBody, requestOf, textsOfTokens } from "../corpus/requests.ts";
import { type Findings, medianRow, type Row } from "./benchmark.ts";
import { cpuMsOf, cpuOf, ownCpuMs } from "./cpu.ts";
import { createRestClient } from "./rest-client.ts";
import { interleaved } from "./rounds.ts";
import { ratios } from "./statistics.ts";
import { startUnlimited } from "./winnow-server.ts";

const tiktoken = new Tiktoken(encoding);
const count = (text: string): number => tiktoken.encode(text, [], []).length;

function byHand({ records, task, budget }: RequestBody, counted: (at: number) => number): string {
  const chosen = selectByHand(records, task.prompt, budget.max_context_tokens, counted);
  return chosen.map((at) => records[at]?.text).join("\n\n");
}

/** Counts every record first: it then knows what it saved, as Winnow's answer says. */
function countingAll(request: RequestBody): string {
  const tokens = request.records.map(({ text }) => count(text));
  return byHand(request, (at) => tokens[at] ?? 0);
}

/** Counts only the records it comes to. */
function countingCandidates(request: RequestBody): string {
  return byHand(request, (at) => count(request.records[at]?.text ?? ""));
}

const sizes = [
  { tokens: 2_000, budget: 500, calls: 20, alone: 0, warmups: 30, rounds: 9, bar: 5 },
  { tokens: 100_000, budget: 10_000, calls: 1, alone: 60, warmups: 25, rounds: 9, bar: 15 },
] as const;

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const client = createRestClient(server.url, server.key);
  const rows: Row[] = [];
  for (const { tokens, budget, calls, alone, warmups, rounds, bar } of sizes) {
    const requests = Array.from({ length: (warmups + rounds) * calls + alone }, (_, at) => {
      return requestOf(textsOfTokens(9_000 + tokens + at, tokens), budget, at);
    });
    for (const request of requests.slice((warmups + rounds) * calls)) await client.select(encoded(request));
    const asked = (round: number) => requests.slice(round * calls, (round + 1) * calls);
    const measured = (select: (request: RequestBody) => string) => (round: number) => {
      const work = () => {
        for (const request of asked(round)) select(request);
      };
      return cpuOf(work) / calls;
    };
    const used = await interleaved(warmups, rounds, {
      winnow: async (round) => {
        const serverBefore = cpuMsOf(server.pid);
        const before = ownCpuMs();
        for (const request of asked(round)) await client.select(encoded(request));
        const own = ownCpuMs() - before;
        return (own + cpuMsOf(server.pid) - serverBefore) / calls;
      },
      all: measured(countingAll),
      candidates: measured(countingCandidates),
    });
    const overAll = ratios(used.all, used.winnow);
    const overCandidates = ratios(used.candidates, used.winnow);
    const name = `${tokens.toLocaleString("en")} tokens`;
    const atLeast = { atLeast: bar };
    rows.push(
      medianRow(`${name}: pipeline that counts every record`, overAll, "x", atLeast),
      medianRow(`${name}: pipeline that counts only what it comes to`, overCandidates, "x", atLeast),
      medianRow(`${name}: Winnow`, used.winnow, "ms", null),
    );
  }
  client.close();
  await server.stop();
  return { rows, curves: [] };
}
