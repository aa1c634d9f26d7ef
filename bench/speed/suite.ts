// Every benchmark by name, in order. Each runs in its own process.
import type { Findings } from "./harness/benchmark.ts";

interface Benchmark {
  readonly run: () => Promise<Findings>;
}

export const suite: Readonly<Record<string, () => Promise<Benchmark>>> = {
  tokens: () => import("./engine/tokens.ts"),
  "hostile-tokens": () => import("./protocols/hostile-tokens.ts"),
  "ranks-start": () => import("./engine/ranks-start.ts"),
  select: () => import("./engine/select.ts"),
  scaling: () => import("./scaling.ts"),
  ladder: () => import("./engine/ladder.ts"),
  "cost-per-byte": () => import("./engine/cost-per-byte.ts"),
  "compute-limit": () => import("./engine/compute-limit.ts"),
  hybrid: () => import("./engine/hybrid.ts"),
  pipeline: () => import("./protocols/pipeline.ts"),
  health: () => import("./protocols/health.ts"),
  grpc: () => import("./protocols/grpc.ts"),
  "grpc-large": () => import("./protocols/grpc-large.ts"),
  gzip: () => import("./protocols/gzip.ts"),
  upload: () => import("./protocols/upload.ts"),
  responsive: () => import("./responsive.ts"),
  cancel: () => import("./cancel.ts"),
  "lost-worker": () => import("./lost-worker.ts"),
  mcp: () => import("./mcp.ts"),
  burst: () => import("./overload/burst.ts"),
  overload: () => import("./overload/overload.ts"),
  fairness: () => import("./overload/fairness.ts"),
  soak: () => import("./soak.ts"),
  connections: () => import("./protocols/connections.ts"),
  "first-calls": () => import("./first-calls.ts"),
  start: () => import("./start.ts"),
  telemetry: () => import("./telemetry.ts"),
};
