// What a rung of the adaptive ladder costs after the first: calls that climb in vain, with one rung and with many.
// 100,000 tokens over REST; processor time of the server. Warm-up: three rounds of other records.
import { encoded, type RequestBody, requestOf, textsOfTokens } from "../corpus/requests.ts";
import type { Findings } from "./benchmark.ts";
import { cpuMsOf } from "./cpu.ts";
import { createRestClient } from "./rest-client.ts";
import { interleaved } from "./rounds.ts";
import { median } from "./statistics.ts";
import { startUnlimited } from "./winnow-server.ts";

const WARMUPS = 3;
const ROUNDS = 7;
const FIRST_RUNG = 1_000;
const RUNGS = 9;
const FURTHER_SHARE_MAX = 0.15;

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const client = createRestClient(server.url, server.key);
  const climb = (rungs: number) => async (round: number) => {
    const body = encoded(climbing(requestOf(textsOfTokens(5_000 + round, 100_000), 0, round), rungs));
    const before = cpuMsOf(server.pid);
    const answered = await client.select(body);
    const used = cpuMsOf(server.pid) - before;
    const tried = JSON.parse(answered.body.toString()).attempted_budget_tokens.length;
    if (tried !== rungs) throw new Error(`${tried} rungs were tried, ${rungs} were offered`);
    return used;
  };
  const used = await interleaved(WARMUPS, ROUNDS, { one: climb(1), many: climb(RUNGS) });
  const shares = used.one.map((one, at) => ((used.many[at] ?? 0) - one) / (RUNGS - 1) / one);
  client.close();
  await server.stop();
  const what = "a further rung, as a share of the first";
  const bar = { atMost: FURTHER_SHARE_MAX };
  const first = { what: "the first rung", figure: median(used.one), unit: "ms", bar: null, samples: used.one };
  return { rows: [{ what, figure: median(shares), unit: "", bar, samples: shares }, first], curves: [] };
}

/** Asks for more than any rung can hold, so that the ladder is climbed to its end. */
function climbing(request: RequestBody, rungs: number): RequestBody {
  const words = request.records.flatMap(({ text }) => text.match(/\b[a-z]{5,14}\b/g)?.slice(3, 5) ?? []);
  const steps = Array.from({ length: rungs }, (_, at) => FIRST_RUNG + at * (FIRST_RUNG / 4));
  return {
    ...request,
    task: { prompt: `Compare ${[...new Set(words)].slice(0, 150).join(", ")}` },
    budget: {
      max_context_tokens: FIRST_RUNG * 4,
      mode: "adaptive",
      require_evidence_coverage: true,
      adaptive: {
        initial_tokens: FIRST_RUNG,
        escalation_tokens: steps.slice(1),
        allow_full_context_fallback: false,
      },
    },
  };
}
