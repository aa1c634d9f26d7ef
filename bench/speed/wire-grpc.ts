// Select over gRPC against the same handlers behind @grpc/grpc-js: processor time of each server process per call.
// Warm-up: until V8's compiler has come to rest in both, which takes 600 calls of 100 kB, and 4,000 small ones, since
// what runs once a call is compiled for good after 3,000. Measured before, 100 kB cost both twice as much, and what
// differed was how far each had come.
import { asMessage } from "../corpus/messages.ts";
import { requestOf, textsOfBytes } from "../corpus/requests.ts";
import { type Findings, medianRow, type Row } from "./benchmark.ts";
import { startChild } from "./child-server.ts";
import { cpuMsOf } from "./cpu.ts";
import { createGrpcClient } from "./grpc-client.ts";
import { inParallel } from "./rest-client.ts";
import { interleaved } from "./rounds.ts";
import { ratios } from "./statistics.ts";
import { startUnlimited } from "./winnow-server.ts";

const ROUNDS = 9;
const sizes = [
  { name: "7 kB", bytes: 7_000, budget: 500, calls: 400, width: 4, warmups: 10, bar: 1.1 },
  { name: "100 kB", bytes: 100_000, budget: 4_000, calls: 60, width: 2, warmups: 10, bar: 1 },
  { name: "5.5 MB", bytes: 5_500_000, budget: 32_000, calls: 1, width: 1, warmups: 6, bar: 0.9 },
] as const;

export async function run(): Promise<Findings> {
  const ours = await startUnlimited();
  const theirs = await startChild("grpc-js-server.ts");
  const rows: Row[] = [];
  for (const { name, bytes, budget, calls, width, warmups, bar } of sizes) {
    const message = asMessage(requestOf(textsOfBytes(77, bytes), budget, 77));
    const measured = (url: string, pid: number, key: string | null) => {
      const client = createGrpcClient(url, key);
      const call = async () => {
        const before = cpuMsOf(pid);
        await inParallel(calls, width, () => client.call("Select", message));
        return (cpuMsOf(pid) - before) / calls;
      };
      return { call, close: client.close };
    };
    const winnow = measured(ours.url, ours.pid, ours.key);
    const grpcJs = measured(theirs.url, theirs.pid, null);
    const used = await interleaved(warmups, ROUNDS, { ours: winnow.call, theirs: grpcJs.call });
    winnow.close();
    grpcJs.close();
    const over = ratios(used.ours, used.theirs);
    rows.push(
      medianRow(`${name} select over grpc-js`, over, "x", { atMost: bar }),
      medianRow(`${name} select`, used.ours, "ms", null),
    );
  }
  await Promise.all([ours.stop(), theirs.stop()]);
  return { rows, curves: [] };
}
