// Calls of 5.5 MB over gRPC against @grpc/grpc-js. Warm-up: 32 of them, since both become faster for as long, and ours
// by more: over the first 16 the quotient is .92, behind 50 it is .87.
import type { Findings } from "./harness/benchmark.ts";
import { overGrpcJs } from "./over-grpc-js.ts";

const PAIRS = 3;
const size = {
  name: "5.5 MB",
  bytes: 5_500_000,
  budget: 32_000,
  warmups: 32,
  turns: 3,
  calls: 1,
  width: 1,
  rounds: 4,
  bar: 0.9,
};

export function run(): Promise<Findings> {
  return overGrpcJs([size], PAIRS);
}
