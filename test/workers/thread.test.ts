import { afterEach, expect, test, vi } from "vitest";
import type { FromWorker } from "../../src/workers/messages.ts";

afterEach(() => vi.unstubAllEnvs());

/** Posts its environment. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(
    'import { workerData } from "node:worker_threads"; workerData.port.postMessage({ ...process.env });',
  )}`,
);

test("a thread's environment has only the folder of Node.js's compile cache", async () => {
  vi.stubEnv("NODE_COMPILE_CACHE", "/where");
  vi.stubEnv("WINNOW_KEY", "a secret");
  const { threadStarter } = await import("../../src/workers/thread.ts");
  const told = Promise.withResolvers<FromWorker>();
  const thread = threadStarter(script, { buildId: "", faultStage: null })({
    onMessage: told.resolve,
    onDeath: told.reject,
  });
  expect(await told.promise).toEqual({ NODE_COMPILE_CACHE: "/where" });
  await thread.end();
});
