// The tests that need a browser: Debian's Chromium, or the one that CHROMIUM names. `make test-browser` runs them.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    maxWorkers: 1,
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
