// A select call over REST on new records, against the split regex over the same texts. Compares processor time: the
// whole server process, and the regex in this one. Warm-up: the rounds given below.
import { encoded, requestOf, textsOfBytes, textsOfTokens } from "../../corpus/requests.ts";
import { createRestClient } from "../clients/rest-client.ts";
import { type Findings, medianRow, type Row } from "../harness/benchmark.ts";
import { cpuMsOf, cpuOf } from "../harness/cpu.ts";
import { interleaved, oneAtATime } from "../harness/rounds.ts";
import { ratios } from "../harness/statistics.ts";
import { startUnlimited } from "../servers/winnow-server.ts";
import { splitByRegex } from "./split-regex.ts";

const sizes = [
  {
    name: "100,000 tokens",
    texts: (seed: number) => textsOfTokens(seed, 100_000),
    budget: 10_000,
    warmups: 100,
    rounds: 9,
    bar: 2.5,
  },
  {
    name: "6 MB",
    texts: (seed: number) => textsOfBytes(seed, 6_000_000),
    budget: 32_000,
    warmups: 6,
    rounds: 3,
    bar: 3,
  },
] as const;

export async function run(): Promise<Findings> {
  const server = await startUnlimited();
  const client = createRestClient(server.url, server.key);
  const rows: Row[] = [];
  for (const { name, texts, budget, warmups, rounds, bar } of sizes) {
    const walls: number[] = [];
    const held = oneAtATime((round) => {
      const made = texts(1_000 + round);
      return { texts: made, body: encoded(requestOf(made, budget, round)) };
    });
    const used = await interleaved(warmups, rounds, {
      select: async (round) => {
        const { body } = held(round);
        const before = cpuMsOf(server.pid);
        const { wallMs } = await client.select(body);
        if (round >= warmups) walls.push(wallMs);
        return cpuMsOf(server.pid) - before;
      },
      regex: (round) => {
        const { texts } = held(round);
        return cpuOf(() => {
          for (const text of texts) splitByRegex(text);
        });
      },
    });
    const over = ratios(used.select, used.regex);
    rows.push(
      medianRow(`${name} over the split regex`, over, "x", { atMost: bar }),
      medianRow(`${name}: server's processor time`, used.select, "ms", null),
      medianRow(`${name}: split regex`, used.regex, "ms", null),
      medianRow(`${name}: time to the answer`, walls, "ms", null),
    );
  }
  client.close();
  await server.stop();
  return { rows, curves: [] };
}
