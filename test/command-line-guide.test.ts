// Runs the commands of docs/command-line.md, and compares its table of errors with the command line.
import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { binary } from "./winnow-process.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const guide = await readFile(join(root, "docs", "command-line.md"), "utf8");
const commands = [...guide.matchAll(/```sh\n([^`]*)```/g)].map((block) => (block[1] ?? "").trim());

const folder = await mkdtemp(join(tmpdir(), "winnow-command-line-"));
afterAll(() => rm(folder, { recursive: true }));
await mkdir(join(folder, "logs"));
await writeFile(join(folder, "dump.bin"), Uint8Array.of(1, 0, 2));
await writeFile(join(folder, "a.log"), "pump 7 stopped");
await writeFile(join(folder, "a.jsonl"), `{"text":"pump"}\n{bad`);

test.each([
  ["bin/winnow select", /checkout|payment/],
  ["bin/winnow eval", /^all +1 /m],
])("%s", async (start, expected) => {
  const found = commands.filter((one) => one.startsWith(start));
  expect(found).toHaveLength(1);
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", found[0] ?? ""], { cwd: root });
  expect(stdout).toMatch(expected);
});

test("no command of the page is left out", () => {
  expect(commands).toHaveLength(2);
});

const stated = new Map(
  [...guide.matchAll(/^\| ([^|]+) \| `(winnow: [^`]+)`( …)? \|$/gm)].map(([, input = "", stderr = ""]) => [
    input,
    stderr,
  ]),
);
const messages = '{"messages": [{"role": "user", "content": "a"}, {"from": "b"}]}';
const ask = ["--task", "pump", "--budget", "50"];

test.each([
  ["nothing on standard input", ["-", ...ask], null],
  ["a folder", ["logs", ...ask], null],
  ["a binary file", ["dump.bin", ...ask], null],
  ["broken JSON", ["a.json", ...ask], "{"],
  ["a broken line of JSON Lines", ["a.jsonl", ...ask], null],
  ["messages of an unknown shape", ["a.json", ...ask], messages],
  ["no task", ["a.log"], null],
  ["no budget (`select`)", ["a.json"], '{"task": {"prompt": "a"}, "records": [{"text": "b"}]}'],
] as const)("%s gives the error of the page", async (input, words, content) => {
  if (content !== null) await writeFile(join(folder, "a.json"), content);
  const { status, stderr } = spawnSync(binary, ["select", ...words], { encoding: "utf8", input: "", cwd: folder });
  expect(status).toBe(1);
  expect(stderr.startsWith(stated.get(input) ?? "not stated"), stderr).toBe(true);
});

test("every error of the page is one of these", () => {
  expect(stated.size).toBe(8);
});
