// The tests that run Winnow as others get it: beside the programs of operators, as Debian packages them (Prometheus,
// Redis, nginx), and from its npm packages, installed into empty projects. `make test-stack` runs them; `.ci/run`
// installs what is missing.
import { defineConfig } from "vitest/config";
import { runWithPinnedNode } from "./tools/pinned-node.ts";

runWithPinnedNode();

export default defineConfig({
  test: {
    include: ["test/stack/**/*.test.ts", "test/packages/*.test.ts", "clients/typescript/test/package.test.ts"],
    maxWorkers: 1,
    // Many starts of programs each, which take several times as long on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
