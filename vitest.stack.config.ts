// The tests that run Winnow beside the programs that operators run it with, as Debian packages them: Prometheus, Redis,
// nginx. `make test-stack` runs them; `.ci/run` installs what is missing.
import { defineConfig } from "vitest/config";
import { runWithPinnedNode } from "./tools/pinned-node.ts";

runWithPinnedNode();

export default defineConfig({
  test: {
    include: ["test/stack/**/*.test.ts"],
    maxWorkers: 1,
    // Many starts of programs each, which take several times as long on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
