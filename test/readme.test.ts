// Runs the commands of the README against a real service, and compares its tables with the code.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withSettingsTable } from "../tools/settings-table.ts";
import { fetchHeaders, startWinnow, type WinnowProcess, winnow } from "./winnow-process.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const readme = await readFile(join(root, "README.md"), "utf8");
const commands = [...readme.matchAll(/```sh\n([^`]*)```/g)].map((block) => block[1] ?? "");

/** The one block that contains `words`. */
function block(words: string): string {
  const found = commands.filter((command) => command.includes(words));
  expect(found, `blocks with ${words}`).toHaveLength(1);
  return found[0] ?? "";
}

async function shell(script: string): Promise<string> {
  const run = promisify(execFile);
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", script], { cwd: root });
  return stdout;
}

let service: WinnowProcess;

beforeAll(async () => {
  service = await startWinnow();
});

afterAll(() => service.stop());

/** The block with this key and port filled in. */
function typed(command: string): string {
  return command
    .replace(/^export WINNOW_KEY=.*$/m, `export WINNOW_KEY=${service.key}`)
    .replaceAll("http://127.0.0.1:8080", service.url);
}

test("every block is run below", () => {
  const known = ["make run", "make setup", "curl -s", "buf curl", "bin/winnow orgs"];
  expect(commands.filter((command) => !known.some((words) => command.includes(words)))).toEqual([]);
});

describe("both calls", () => {
  test("select the same", async () => {
    const overRest = JSON.parse(await shell(typed(block("curl -s http"))));
    const overGrpc = JSON.parse(await shell(`export WINNOW_KEY=${service.key}\n${typed(block("buf curl"))}`));
    expect(overRest).toMatchObject({ request_id: "hello-1", fallback_used: false, tokens_before: 268 });
    expect(overRest.rendered_context).toContain("Oulu is the first harbour of the bay to freeze.");
    expect(overGrpc).toMatchObject({ requestId: "hello-1", renderedContext: overRest.rendered_context });
  });

  test("print what the README shows", async () => {
    const shown = JSON.parse(/```json\n([^`]*)```/.exec(readme)?.[1] ?? "");
    expect(JSON.parse(await shell(typed(block("curl -s http"))))).toMatchObject(shown);
  });
});

test("make run starts the service", async () => {
  // A free port and the test's own keys, because the developer's may be in use.
  const env = { ...process.env, WINNOW_PORT: "0", WINNOW_PROJECTION: service.projection };
  const make = spawn("bash", ["-c", block("make run")], { cwd: root, env, detached: true });
  const ready = await new Promise<string>((resolve) => {
    make.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (text.includes("http://")) resolve(text);
    });
  });
  expect(ready).toMatch(/^winnow is ready on http:\/\/127\.0\.0\.1:\d+\n$/);
  const gone = once(make, "exit");
  // The whole process group, as a terminal does on Ctrl-C.
  process.kill(-(make.pid ?? 0), "SIGINT");
  await gone;
});

test("make demo shows a selection over both protocols", async () => {
  const shown = await shell("make demo");
  expect(shown).toContain("both hold the same contexts");
  expect(shown).toContain("Payments runbook");
});

test("the table of a request file", async () => {
  const printed = await shell(block("bin/winnow select --task"));
  expect(printed).toMatch(/outcome {2}selected \(engage:/);
  expect(printed).toContain("Logs of 14:00 to 14:20");
});

test("an organisation, a key and a service that accepts it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "winnow-"));
  const [create, mint, serve] = block("bin/winnow orgs").replaceAll("keys.json", join(folder, "keys.json")).split("\n");
  await shell(create ?? "");
  expect((await shell(mint ?? "")).trim().split("\n").at(-1)).toMatch(/^wnw_/);
  expect(serve).toMatch(/^bin\/winnow serve --projection /);
  await rm(folder, { recursive: true });
});

test("the table of settings matches the code", () => {
  expect(withSettingsTable(readme)).toBe(readme);
});

test("the endpoints match the proto file", async () => {
  const registry = await fetch(`${service.url}/v1/operating-points`, {
    headers: fetchHeaders(service.key),
  });
  expect(registry.status).toBe(200);
  for (const path of ["`POST /v1/context/select`", "`GET /v1/operating-points`", "`GET /v1/health`"]) {
    expect(readme).toContain(path);
  }
});

test("the command line prints its help", async () => {
  for (const words of [
    ["--help"],
    ["serve", "--help"],
    ["select", "--help"],
    ["play", "--help"],
    ["eval", "--help"],
    ["keys", "--help"],
    ["orgs", "--help"],
  ]) {
    expect(await winnow(...words)).toContain("Usage: winnow");
  }
});
