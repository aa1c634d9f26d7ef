// Runs the commands of docs/report.md in a temporary folder.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const guide = await readFile(join(root, "docs", "report.md"), "utf8");
const commands = [...guide.matchAll(/```sh\n([^`]*)```/g)].map((block) => (block[1] ?? "").trim());

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-guide-"));
  await cp(join(root, "docs", "examples"), join(folder, "docs", "examples"), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

/** The one command with that start, for a shell in the temporary folder. */
function command(start: string): string {
  const found = commands.filter((one) => one.startsWith(start));
  expect(found, `blocks that begin with ${start}`).toHaveLength(1);
  return inRoot(found[0] ?? "");
}

function inRoot(typed: string): string {
  return typed.replace("bin/winnow", `"${join(root, "bin", "winnow")}"`);
}

async function shell(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], { cwd: folder });
  return stdout;
}

test("every command is run below", () => {
  const known = ["bin/winnow select", "bin/winnow play"];
  expect(commands.filter((one) => !known.some((start) => one.startsWith(start)))).toEqual([]);
});

test("a selection as a page", async () => {
  await shell(command("bin/winnow select"));
  expect(await readFile(join(folder, "report.html"), "utf8")).toMatch(/<h1>[\d,]+ of 3,928 tokens sent/);
});

test.each([
  ["bin/winnow play", '"opened":[]'],
  ["bin/winnow play docs/examples/incident.json --budget 1500", '"max_context_tokens":1500'],
])("the playground, until Ctrl-C: %s", async (typed, known) => {
  expect(commands).toContain(typed);
  // A free port, because the default may be in use.
  const play = spawn("bash", ["-c", `exec ${inRoot(typed)} --port 0`], { cwd: folder });
  let said = "";
  play.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const [ready] = await once(createInterface({ input: play.stdout }), "line");
  const address = /^winnow play is ready on (http:\/\/127\.0\.0\.1:\d+) /.exec(ready)?.[1] ?? "";
  const page = await (await fetch(address)).text();
  expect(page).toContain("<title>Winnow play</title>");
  expect(page).toContain(known);
  const gone = once(play, "exit");
  play.kill("SIGINT");
  expect([await gone, said]).toEqual([[0, null], ""]);
});
