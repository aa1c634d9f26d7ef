// Builds the bundle in a temporary folder and checks it; then checks what `bin/winnow` runs, bundled or not.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "../../tools/bundle.ts";
import { root } from "../../tools/project.ts";
import { fetchHeaders, startWinnow } from "../winnow-process.ts";

const folder = mkdtempSync(join(tmpdir(), "winnow-bundle-"));
beforeAll(() => bundle(folder));
afterAll(() => rmSync(folder, { recursive: true }));

function run(main: string): string {
  return execFileSync(process.execPath, [main, "select", "docs/examples/incident.json"], {
    cwd: root,
    encoding: "utf8",
  });
}

test("gives the same answer as the sources", () => {
  expect(run(join(folder, "main.js"))).toBe(run(join(root, "src/cli/main.ts")));
});

test("starts its threads from bundled files", () => {
  const made = readdirSync(folder).filter((name) => name.endsWith(".js"));
  expect(made).toEqual(expect.arrayContaining(["workers-worker.js"]));
  expect(made.filter((name) => /worker\.ts"/.test(readFileSync(join(folder, name), "utf8")))).toEqual([]);
});

test("no command loads `fetch` at its start", () => {
  const listing = "data:text/javascript,process.on('exit', () => console.log(process.moduleLoadList.join()))";
  const loaded = execFileSync(process.execPath, ["--import", listing, join(folder, "main.js"), "--version"], {
    encoding: "utf8",
  });
  expect(loaded).toContain("NativeModule _http_server");
  expect(loaded).not.toContain("undici/undici");
});

test("an error is logged with its place in the sources", async () => {
  const service = await startWinnow("--fault-stage", "pack");
  const response = await fetch(`${service.url}/v1/context/select`, {
    method: "POST",
    headers: { ...fetchHeaders(service.key), "content-type": "application/json" },
    body: readFileSync(join(root, "docs/examples/incident.json")),
  });
  const { at } = await service.logged((line) => line.selection_error === "InjectedFault");
  await service.stop();
  expect(response.status).toBe(200);
  expect(at).toMatch(/^ {4}at failOnPurpose \(file:.*\/src\/telemetry\/stages\.ts:\d+:\d+\)\n/);
  expect(at).not.toContain("/bundle/");
});
