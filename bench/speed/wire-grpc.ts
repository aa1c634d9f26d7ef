// Select over gRPC against the same handlers behind @grpc/grpc-js: processor time of each server process per call.
// Three pairs of processes, each new, one after the other: two processes of the same sources differ by up to a fifth as
// long as they live (what V8 compiled, and where memory came to lie), so one pair says more of itself than of the
// servers. The figure is the median of the quotients of all rounds of all pairs; the pairs' own medians stand below it.
// Warm-up, in each: until V8's compiler has come to rest in both, which takes 4,000 small calls, since what runs once a
// call is compiled for good after 3,000, 1,800 of 100 kB and a dozen of 5.5 MB. Measured before, what differs is how
// far each has come: behind 600 calls of 100 kB Winnow takes 1.05 to 1.15 times what grpc-js does, behind 1,800 .7 to
// 1.05, also because V8 begins to mark the other's heap more often.
import { asMessage } from "../corpus/messages.ts";
import { requestOf, textsOfBytes } from "../corpus/requests.ts";
import { type Findings, medianRow, type Row } from "./benchmark.ts";
import { startChild } from "./child-server.ts";
import { cpuMsOf } from "./cpu.ts";
import { createGrpcClient } from "./grpc-client.ts";
import { inParallel } from "./rest-client.ts";
import { interleaved } from "./rounds.ts";
import { median, ratios } from "./statistics.ts";
import { startUnlimited } from "./winnow-server.ts";

const PAIRS = 3;
const sizes = [
  { name: "7 kB", bytes: 7_000, budget: 500, calls: 400, width: 4, warmups: 10, rounds: 5, bar: 1.1 },
  { name: "100 kB", bytes: 100_000, budget: 4_000, calls: 60, width: 2, warmups: 30, rounds: 5, bar: 1 },
  { name: "5.5 MB", bytes: 5_500_000, budget: 32_000, calls: 1, width: 1, warmups: 12, rounds: 9, bar: 0.9 },
] as const;

type Size = (typeof sizes)[number];

/** Milliseconds a call, of each round. */
interface Used {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

export async function run(): Promise<Findings> {
  const pairs: (readonly Used[])[] = [];
  for (let pair = 0; pair < PAIRS; pair++) pairs.push(await measurePair());
  const rows = sizes.flatMap(({ name, bar }, at): Row[] => {
    const used = pairs.flatMap((pair) => pair[at] ?? []);
    const over = used.map(({ ours, theirs }) => ratios(ours, theirs));
    return [
      medianRow(`${name} select over grpc-js`, over.flat(), "x", { atMost: bar }),
      medianRow(`${name} select over grpc-js, by pair of processes`, over.map(median), "x", null),
      medianRow(
        `${name} select`,
        used.flatMap(({ ours }) => ours),
        "ms",
        null,
      ),
    ];
  });
  return { rows, curves: [] };
}

/** Of two processes that were not there before: what each size took. */
async function measurePair(): Promise<readonly Used[]> {
  const ours = await startUnlimited();
  const theirs = await startChild("grpc-js-server.ts");
  const used: Used[] = [];
  for (const size of sizes) {
    const winnow = caller(size, ours.url, ours.pid, ours.key);
    const grpcJs = caller(size, theirs.url, theirs.pid, null);
    used.push(await interleaved(size.warmups, size.rounds, { ours: winnow.round, theirs: grpcJs.round }));
    winnow.close();
    grpcJs.close();
  }
  await Promise.all([ours.stop(), theirs.stop()]);
  return used;
}

function caller({ bytes, budget, calls, width }: Size, url: string, pid: number, key: string | null) {
  const message = asMessage(requestOf(textsOfBytes(77, bytes), budget, 77));
  const client = createGrpcClient(url, key);
  const round = async () => {
    const before = cpuMsOf(pid);
    await inParallel(calls, width, () => client.call("Select", message));
    return (cpuMsOf(pid) - before) / calls;
  };
  return { round, close: client.close };
}
