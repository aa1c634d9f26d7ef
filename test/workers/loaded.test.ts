// What a worker loads to start: each thread that is started anew pays for it.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const worker = new URL("../../src/workers/worker.ts", import.meta.url);
/** Outside of a thread it stops behind its imports. */
const script = `
  await import("${worker}").catch(() => {});
  console.log(JSON.stringify(process.moduleLoadList));
`;

test("a worker loads no HTTP client", async () => {
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: fileURLToPath(new URL(".", worker)) });
  const loaded: readonly string[] = JSON.parse(stdout);
  expect(loaded).toContain("NativeModule worker_threads");
  expect(loaded.filter((name) => name.includes("undici"))).toEqual([]);
});
