// The cost of the hybrid form on pure JSON: a select of 100 kB over REST that sends most of it. Half of the records are
// rows of one table, which TOON shortens. The others are objects of many forms, which it does not. Every round has its
// own records and makes the call in both forms. Measures processor time of the server, after the warm-up rounds below.
import { encoded, type RequestBody, requestOf } from "../../corpus/requests.ts";
import { textOf } from "../../corpus/texts.ts";
import { createRestClient } from "../clients/rest-client.ts";
import { type Findings, medianRow, soleRow } from "../harness/benchmark.ts";
import { cpuMsOf } from "../harness/cpu.ts";
import { interleaved, oneAtATime } from "../harness/rounds.ts";
import { ratios } from "../harness/statistics.ts";
import { startUnlimited } from "../servers/winnow-server.ts";

const RECORDS = 10;
const RECORD_CHARS = 10_000;
/** Rows in a record of that size. */
const ROWS = 100;
/** In tokens; the records have about 31,000. */
const BUDGET = 25_000;
const WARMUPS = 60;
const ROUNDS = 15;
const OVER_PLAIN_MAX = 3;

interface Excerpted {
  readonly excerpt_format: string;
}

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const client = createRestClient(server.url, server.key);
  const requests = oneAtATime((round) => {
    const texts = Array.from({ length: RECORDS }, (_, at) => {
      const seed = RECORDS * round + at;
      return at % 2 === 0 ? table(seed) : textOf("json", seed, RECORD_CHARS);
    });
    return requestOf(texts, BUDGET, round);
  });
  let reencoded = 0;
  const select = async (request: RequestBody, form: "hybrid" | "plain") => {
    const body = encoded({ ...request, render_format: form });
    const before = cpuMsOf(server.pid);
    const { body: answer } = await client.select(body);
    const used = cpuMsOf(server.pid) - before;
    const { selected } = JSON.parse(answer.toString());
    reencoded += selected.filter(({ excerpt_format }: Excerpted) => excerpt_format === "toon").length;
    return used;
  };
  const used = await interleaved(WARMUPS, ROUNDS, {
    hybrid: (round) => select(requests(round), "hybrid"),
    plain: (round) => select(requests(round), "plain"),
  });
  client.close();
  await server.stop();
  const over = ratios(used.hybrid, used.plain);
  const perCall = reencoded / (WARMUPS + ROUNDS);
  const rows = [
    medianRow("100 kB of JSON in the hybrid form over the plain one", over, "x", { atMost: OVER_PLAIN_MAX }),
    medianRow("the plain one", used.plain, "ms", null),
    soleRow("records in TOON, of ten", perCall, "", { atLeast: 1 }),
  ];
  return { rows, curves: [] };
}

function table(seed: number): string {
  const words = textOf("prose", seed, RECORD_CHARS).split(/\s+/);
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const [name, note] = [words[2 * at], words.slice(at, at + 4).join(" ")];
    return { id: seed * ROWS + at, name, active: at % 3 > 0, seconds: (at * 7919 + seed) / 100, note };
  });
  return JSON.stringify(rows);
}
