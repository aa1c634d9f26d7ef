import { defineConfig } from "vitest/config";

/** What the tests start is on this machine: gRPC's client and curl would ask a proxy of the environment for it. */
const direct = [process.env.no_proxy ?? process.env.NO_PROXY ?? "", "127.0.0.1", "localhost"].filter(Boolean).join();

export default defineConfig({
  test: {
    env: { no_proxy: direct, NO_PROXY: direct },
    include: ["test/**/*.test.ts"],
    // They need a browser or the programs of others: `make test-browser`, `make test-stack`.
    exclude: ["test/browser/**", "test/stack/**"],
    // Two workers: the suite starts real servers, and more of them than cores makes their deadlines lie.
    maxWorkers: 2,
    // These say only that something hangs. Most tests take milliseconds; some start a dozen processes, of which each
    // takes seconds on a machine that has other work.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
