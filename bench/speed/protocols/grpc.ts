// Small calls over gRPC against @grpc/grpc-js. Warm-up: 4,000 calls of 7 kB and 1,500 of 100 kB. V8 optimises
// code that runs once per call after 3,000 calls.
import type { Findings } from "../harness/benchmark.ts";
import { overGrpcJs } from "./over-grpc-js.ts";

const PAIRS = 2;
const sizes = [
  { name: "7 kB", bytes: 7_000, budget: 500, warmups: 4_000, turns: 10, calls: 40, width: 4, rounds: 4, bar: 1.1 },
  { name: "100 kB", bytes: 100_000, budget: 4_000, warmups: 1_500, turns: 7, calls: 6, width: 2, rounds: 4, bar: 1 },
];

export function run(): Promise<Findings> {
  return overGrpcJs(sizes, PAIRS);
}
