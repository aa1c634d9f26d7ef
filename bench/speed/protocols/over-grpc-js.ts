// Select over gRPC against the same handlers behind @grpc/grpc-js: processor time per call of each server process.
//
// It measures pairs of new processes, one pair after the other. Two processes of the same sources differ by up to a
// fifth for as long as they live, because of what V8 compiled and of memory layout. So one pair says more about itself
// than about the servers. The figure is the median of the quotients of all rounds of all pairs; the medians of the
// pairs are listed below it.
//
// A round consists of short turns, alternately ours and theirs, and its figure is the sum of each. So a second of other
// load affects both, and a collection that V8 makes once in a hundred calls is included. With turns of half a second,
// rounds of 100 kB varied from .55 to 1.43. With rounds of one call, those of 5.5 MB varied from .6 to 1.4, and their
// median left out the marking of heaps, which only some calls pay for.
//
// Warm-up: both side by side, until V8's compiler is idle in both. Earlier measurements would show how far each has
// been compiled.
import { asMessage } from "../../corpus/messages.ts";
import { requestOf, textsOfBytes } from "../../corpus/requests.ts";
import { createGrpcClient } from "../clients/grpc-client.ts";
import { inParallel } from "../clients/rest-client.ts";
import { type Findings, medianRow, type Row } from "../harness/benchmark.ts";
import { cpuMsOf } from "../harness/cpu.ts";
import { interleaved } from "../harness/rounds.ts";
import { median, ratios } from "../harness/statistics.ts";
import { startChild } from "../servers/child-server.ts";
import { startUnlimited } from "../servers/winnow-server.ts";

/** For one size in each pair: warm-up calls, turns per round, calls per turn, and calls at once. */
interface GrpcSize {
  readonly name: string;
  readonly bytes: number;
  readonly budget: number;
  readonly warmups: number;
  readonly turns: number;
  readonly calls: number;
  readonly width: number;
  readonly rounds: number;
  /** The bar: the cost relative to grpc-js. */
  readonly bar: number;
}

/** Milliseconds a call, of each round. */
interface Used {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

/** Measures the sizes one after the other, in that many pairs of processes. */
export async function overGrpcJs(sizes: readonly GrpcSize[], pairCount: number): Promise<Findings> {
  const pairs: (readonly Used[])[] = [];
  for (let pair = 0; pair < pairCount; pair++) pairs.push(await measurePair(sizes));
  const rows = sizes.flatMap(({ name, bar }, at): Row[] => {
    const used = pairs.flatMap((pair) => pair[at] ?? []);
    const over = used.map(({ ours, theirs }) => ratios(ours, theirs));
    const milliseconds = used.flatMap(({ ours }) => ours);
    return [
      medianRow(`${name} select over grpc-js`, over.flat(), "x", { atMost: bar }),
      medianRow(`${name} select over grpc-js, by pair of processes`, over.map(median), "x", null),
      medianRow(`${name} select`, milliseconds, "ms", null),
    ];
  });
  return { rows, curves: [] };
}

/** The cost of each size in two new processes. */
async function measurePair(sizes: readonly GrpcSize[]): Promise<readonly Used[]> {
  const ours = await startUnlimited();
  const theirs = await startChild("grpc-js-server.ts");
  const used: Used[] = [];
  for (const size of sizes) {
    const winnow = caller(size, ours.url, ours.pid, ours.key);
    const grpcJs = caller(size, theirs.url, theirs.pid, null);
    const { warmups, turns, rounds } = size;
    await Promise.all([winnow.callTimes(warmups), grpcJs.callTimes(warmups)]);
    const each = await interleaved(0, turns * rounds, { ours: winnow.turn, theirs: grpcJs.turn });
    used.push({ ours: meansOf(turns, each.ours), theirs: meansOf(turns, each.theirs) });
    winnow.close();
    grpcJs.close();
  }
  await Promise.all([ours.stop(), theirs.stop()]);
  return used;
}

function caller({ bytes, budget, calls, width }: GrpcSize, url: string, pid: number, key: string | null) {
  const message = asMessage(requestOf(textsOfBytes(77, bytes), budget, 77));
  const client = createGrpcClient(url, key);
  const callTimes = (count: number) => inParallel(count, width, () => client.call("Select", message));
  const turn = async () => {
    const before = cpuMsOf(pid);
    await callTimes(calls);
    return (cpuMsOf(pid) - before) / calls;
  };
  return { callTimes, turn, close: client.close };
}

/** The means of consecutive groups of figures. */
function meansOf(count: number, figures: readonly number[]): readonly number[] {
  return Array.from({ length: figures.length / count }, (_, at) => {
    const ofRound = figures.slice(at * count, (at + 1) * count);
    return ofRound.reduce((sum, figure) => sum + figure, 0) / count;
  });
}
