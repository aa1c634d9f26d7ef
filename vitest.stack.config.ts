// The tests that run Winnow beside the programs that operators run it with, as Debian packages them: Prometheus, Redis,
// nginx. `make test-stack` runs them; `.ci/run` installs what is missing.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/stack/**/*.test.ts"],
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
