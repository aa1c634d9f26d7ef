// The projection of commands that name none.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { defaultProjectionPath, projectionPath } from "../../src/cli/projection-file.ts";
import { scratchDirectory } from "../keys/scratch.ts";
import { binary, fetchHeaders } from "../winnow-process.ts";

test("the default is the mounted projection if it exists, else the one below the working directory", () => {
  const folder = scratchDirectory();
  const mounted = join(folder, "mounted.json");
  expect(defaultProjectionPath(folder, mounted)).toBe(join(folder, ".winnow", "projection.json"));
  writeFileSync(mounted, "{}");
  expect(defaultProjectionPath(folder, mounted)).toBe(mounted);
});

test("a named projection replaces the default, an empty name does not", () => {
  expect(projectionPath({ projection: "p.json" })).toBe("p.json");
  expect(projectionPath({ projection: "" })).toBe(defaultProjectionPath(process.cwd()));
  expect(projectionPath({})).toBe(defaultProjectionPath(process.cwd()));
});

const isMounted = !defaultProjectionPath("/here").startsWith("/here");

// On a machine with a mounted projection this test would edit it.
test.skipIf(isMounted)("serve reads the file that keys and orgs edit", async () => {
  const cwd = realpathSync(scratchDirectory());
  const env = { ...process.env, WINNOW_PROJECTION: "", WINNOW_WARM_UP_MS: "0" };
  const run = (...words: readonly string[]) => spawnSync(binary, words, { cwd, env, encoding: "utf8" }).stdout;
  const path = defaultProjectionPath(cwd);
  expect(run("orgs", "create", "acme", "--tier", "free")).toBe(`organisation acme is on tier free in ${path}\n`);
  const key = run("keys", "mint", "--org", "acme").trim();

  const service = spawn(binary, ["serve", "--port", "0", "--workers", "0"], { cwd, env });
  onTestFinished(() => void service.kill("SIGKILL"));
  // It prints no development key first, because the projection exists.
  const [line] = await once(createInterface({ input: service.stdout }), "line");
  const url = String(line).replace("winnow is ready on ", "");
  const status = async () => (await fetch(`${url}/v1/health`, { headers: fetchHeaders(key) })).status;
  expect(await status()).toBe(200);
  expect(run("orgs", "suspend", "acme")).toBe(`organisation acme is suspended in ${path}\n`);
  await vi.waitFor(async () => expect(await status()).toBe(403), { timeout: 5_000 });
});
