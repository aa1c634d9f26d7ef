// What a start of the service and of each of its threads does not load.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const entries = [
  ["the service", new URL("../../src/assemble.ts", import.meta.url)],
  // Outside of a thread it stops behind its imports.
  ["a worker", new URL("../../src/workers/worker.ts", import.meta.url)],
] as const;

test.each(entries)("%s starts without an HTTP client", async (_, entry) => {
  const script = `await import("${entry}").catch(() => {}); console.log(JSON.stringify(process.moduleLoadList));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  const loaded: readonly string[] = JSON.parse(stdout);
  expect(loaded).toContain("NativeModule http");
  expect(loaded.filter((name) => name.includes("undici"))).toEqual([]);
});
