// The tests that run Winnow as users do: with the programs of operators, as Debian packages them (Prometheus, Redis,
// nginx), and from its npm packages, installed into empty projects. `make test-stack` runs them; `.ci/run` installs the
// programs.
import { defineConfig } from "vitest/config";
import { runWithPinnedNode } from "./tools/pinned-node.ts";

runWithPinnedNode();

export default defineConfig({
  test: {
    include: ["test/stack/**/*.test.ts", "test/packages/*.test.ts", "clients/typescript/test/package.test.ts"],
    maxWorkers: 1,
    // Each test starts many programs, which takes several times as long on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
