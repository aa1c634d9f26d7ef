// The cost of the rungs of the adaptive ladder after the first: calls for which no rung suffices, with the first rung
// alone and with all of them. One ladder climbs in small steps, and one doubles each time. 100,000 tokens over REST;
// processor time of the server. Also a rung of half the tokens if records are cut, and one of nine tenths if there are
// many records (second-rung.ts). Warm-up: the calls given below, each of one rung, because a cold first rung would make
// later ones look cheap. For large rungs, all forms alternate. If one form ran alone, V8's compilation might count as
// its second rung's time.
import { encoded, type RequestBody, requestOf, textsOfTokens } from "../../corpus/requests.ts";
import { createRestClient } from "../clients/rest-client.ts";
import { type Findings, medianRow, type Row } from "../harness/benchmark.ts";
import { cpuMsOf } from "../harness/cpu.ts";
import { type Contender, interleaved } from "../harness/rounds.ts";
import { startUnlimited } from "../servers/winnow-server.ts";
import { type RungForm, secondRung } from "./second-rung.ts";

const TOKENS = 100_000;
const WARMUP_CALLS = 60;
const WARMUPS = 2;
const ROUNDS = 9;
const FURTHER_SHARE_MAX = 0.15;
const ladders = [
  { name: "nine rungs of 1,000 to 3,000 tokens", rungs: Array.from({ length: 9 }, (_, at) => 1_000 + 250 * at) },
  { name: "five rungs of 2,000 to 32,000 tokens", rungs: [2_000, 4_000, 8_000, 16_000, 32_000] },
];

const large: readonly (RungForm & { readonly name: string })[] = [
  { name: "half of long records of prose", kind: "prose", records: 10, tokens: 10_000, share: 0.5 },
  { name: "half of long records of JSON", kind: "json", records: 10, tokens: 10_000, share: 0.5 },
  { name: "half of long logs", kind: "log", records: 2, tokens: 50_000, share: 0.5 },
  { name: "half of one table", kind: "table", records: 1, tokens: 100_000, share: 0.5 },
  { name: "half of 1,000 short records", kind: "prose", records: 1_000, tokens: 100, share: 0.5 },
  { name: "nine tenths of 12,500 records of a few words", kind: "prose", records: 12_500, tokens: 16, share: 0.9 },
];
const LARGE_WARMUPS = 16;
const LARGE_ROUNDS = 9;

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const client = createRestClient(server.url, server.key);
  let seed = 5_000;
  const climb = (rungs: readonly number[]) => async () => {
    // Each call has its own records, because records that the other contender has read would be cheaper to read.
    seed += 1;
    const body = encoded(climbing(requestOf(textsOfTokens(seed, TOKENS), 0, seed), rungs));
    const before = cpuMsOf(server.pid);
    const answered = await client.select(body);
    const used = cpuMsOf(server.pid) - before;
    const tried = JSON.parse(answered.body.toString()).attempted_budget_tokens.length;
    if (tried !== rungs.length) throw new Error(`${tried} rungs were tried, ${rungs.length} were offered`);
    return used;
  };
  const rows: Row[] = [];
  for (let call = 0; call < WARMUP_CALLS; call++) await climb([1_000])();
  for (const { name, rungs } of ladders) {
    const used = await interleaved(WARMUPS, ROUNDS, { one: climb(rungs.slice(0, 1)), all: climb(rungs) });
    const shares = used.one.map((one, at) => ((used.all[at] ?? 0) - one) / (rungs.length - 1) / one);
    rows.push(
      medianRow(`${name}: a further rung, as a share of the first`, shares, "", { atMost: FURTHER_SHARE_MAX }),
      medianRow(`${name}: the first`, used.one, "ms", null),
    );
  }
  client.close();
  await server.stop();
  const climbs = large.map((form): [string, Contender] => [
    `${form.name}: share of the first rung`,
    async () => {
      const { first, second } = await secondRung(form, ++seed);
      return second / first;
    },
  ]);
  const shares = await interleaved(LARGE_WARMUPS, LARGE_ROUNDS, Object.fromEntries(climbs));
  for (const [name] of climbs) rows.push(medianRow(name, shares[name] ?? [], "", { atMost: FURTHER_SHARE_MAX }));
  return { rows, curves: [] };
}

/** Asks for more than any rung can hold, so the call climbs the whole ladder. */
function climbing(request: RequestBody, rungs: readonly number[]): RequestBody {
  const words = request.records.flatMap(({ text }) => text.match(/\b[a-z]{5,14}\b/g)?.slice(3, 5) ?? []);
  return {
    ...request,
    task: { prompt: `Compare ${[...new Set(words)].slice(0, 150).join(", ")}` },
    budget: {
      max_context_tokens: Math.max(...rungs),
      mode: "adaptive",
      require_evidence_coverage: true,
      adaptive: {
        initial_tokens: rungs[0] ?? 0,
        escalation_tokens: rungs.slice(1),
        allow_full_context_fallback: false,
      },
    },
  };
}
