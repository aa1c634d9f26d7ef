// `make test`: every test except those that need a browser, other programs, or an installed package.
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
  "http/{body,discard,drain,early-refusals,internal,no-workers,overload,tls,warm-up,workers}",
  "http/connections/{connections,http2-silent,listen,tls-identity}",
  "scheduling/{fair-queue,held-bytes,in-flight,scheduler}",
  "telemetry/{export,metrics,otel,readings,spans}",
  "workers/{pool,runtime-tuning,thread}",
].map((name) => `test/${name}.test.ts`);

// These need a browser or other programs, or install packages: `make test-browser`, `make test-stack`.
const packages = ["test/packages/**", "clients/typescript/test/package.test.ts"];
const elsewhere = ["test/browser/**", "test/stack/**", ...packages];

export default defineConfig({
  test: {
    env: { no_proxy: direct, NO_PROXY: direct },
    // One more than the cores of a small machine, because a quarter of the time tests wait for servers and timers. With
    // many more, deadlines would pass by chance.
    maxWorkers: 3,
    // These limits only detect a hang. Most tests take milliseconds. Some start a dozen processes, and each of them
    // takes seconds on a busy machine.
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
          // With a process for each file, the sources would be loaded and compiled three hundred times.
          isolate: false,
        },
      },
    ],
  },
});
