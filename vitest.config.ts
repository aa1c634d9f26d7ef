// `make test`: every test but those that need a browser, programs beside Winnow, or an installed package.
import { defineConfig } from "vitest/config";
import { runWithPinnedNode } from "./tools/pinned-node.ts";

runWithPinnedNode();

/** The tests start servers on this machine; without this, gRPC's client and curl would ask a proxy for them. */
const direct = [process.env.no_proxy ?? process.env.NO_PROXY ?? "", "127.0.0.1", "localhost"].filter(Boolean).join();

/**
 * These tests check what their process holds: its timers, threads, memory and telemetry. Other files in the same
 * process would leave some of it behind.
 */
const alone = [
  "gateway/key-ring",
  "http/{body,discard,drain,early-refusals,internal,no-workers,overload,tls,workers}",
  "http/connections/{connections,http2-silent,listen,tls-identity}",
  "scheduling/{fair-queue,held-bytes,in-flight,scheduler}",
  "telemetry/{export,metrics,otel,readings,spans}",
  "workers/{pool,runtime-tuning,thread,warm}",
].map((name) => `test/${name}.test.ts`);

// They need a browser or the programs of others, or install packages: `make test-browser`, `make test-stack`.
const packages = ["test/packages/**", "clients/typescript/test/package.test.ts"];
const elsewhere = ["test/browser/**", "test/stack/**", ...packages];

export default defineConfig({
  test: {
    env: { no_proxy: direct, NO_PROXY: direct },
    // Two workers: the suite starts real servers, and more of them than cores makes their deadlines lie.
    maxWorkers: 2,
    // These say only that something hangs. Most tests take milliseconds; some start a dozen processes, of which each
    // takes seconds on a machine that has other work.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: "alone", include: alone } },
      {
        extends: true,
        test: {
          name: "together",
          include: ["test/**/*.test.ts", "clients/typescript/test/**/*.test.ts"],
          exclude: [...elsewhere, ...alone],
          // A process for each of three hundred files loads the sources, and V8 compiles them, as often.
          isolate: false,
        },
      },
    ],
  },
});
