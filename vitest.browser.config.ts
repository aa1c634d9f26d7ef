// The tests that need a browser: Debian's Chromium, or the one that CHROMIUM names. `make test-browser` runs them.
import { defineConfig } from "vitest/config";
import { runWithPinnedNode } from "./tools/pinned-node.ts";

runWithPinnedNode();

export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    maxWorkers: 1,
    // These limits only detect a hang: hooks start Chromium, which takes many seconds on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
