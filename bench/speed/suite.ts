// Every benchmark by name, in order. Each runs in its own process.
import type { Findings } from "./harness/benchmark.ts";

interface Benchmark {
  readonly run: () => Promise<Findings>;
}

export const suite: Readonly<Record<string, () => Promise<Benchmark>>> = {
  tokens: () => import("./tokens.ts"),
  "hostile-tokens": () => import("./hostile-tokens.ts"),
  "ranks-start": () => import("./ranks-start.ts"),
  select: () => import("./select.ts"),
  scaling: () => import("./scaling.ts"),
  ladder: () => import("./ladder.ts"),
  "cost-per-byte": () => import("./cost-per-byte.ts"),
  hybrid: () => import("./hybrid.ts"),
  pipeline: () => import("./pipeline.ts"),
  "wire-health": () => import("./wire-health.ts"),
  "wire-grpc": () => import("./wire-grpc.ts"),
  "wire-grpc-large": () => import("./wire-grpc-large.ts"),
  gzip: () => import("./gzip.ts"),
  upload: () => import("./upload.ts"),
  responsive: () => import("./responsive.ts"),
  cancel: () => import("./cancel.ts"),
  "lost-worker": () => import("./lost-worker.ts"),
  mcp: () => import("./mcp.ts"),
  burst: () => import("./burst.ts"),
  overload: () => import("./overload.ts"),
  fairness: () => import("./fairness.ts"),
  soak: () => import("./soak.ts"),
  connections: () => import("./connections.ts"),
  start: () => import("./start.ts"),
  telemetry: () => import("./telemetry.ts"),
};
