import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // They need a browser or the programs of others: `make test-browser`, `make test-stack`.
    exclude: ["test/browser/**", "test/stack/**"],
    // Two workers: the suite starts real servers, and more of them than cores makes their deadlines lie.
    maxWorkers: 2,
    testTimeout: 30_000,
    // Most hooks start a server; on a busy machine that takes as long as a test may.
    hookTimeout: 30_000,
    // What is asked for again and again is bounded by its test: the usual second is none of a busy machine's.
    expect: { poll: { timeout: 20_000 } },
  },
});
