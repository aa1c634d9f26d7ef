// Calls of 5.5 MB over gRPC against @grpc/grpc-js. Warm-up: 32 calls, over which both become faster, and ours by more:
// the quotient is .92 over the first 16 and .87 after 50.
import type { Findings } from "../harness/benchmark.ts";
import { overGrpcJs } from "./over-grpc-js.ts";

const PAIRS = 2;
const size = {
  name: "5.5 MB",
  bytes: 5_500_000,
  budget: 32_000,
  warmups: 32,
  turns: 3,
  calls: 1,
  width: 1,
  rounds: 5,
  bar: 0.9,
};

export function run(): Promise<Findings> {
  return overGrpcJs([size], PAIRS);
}
