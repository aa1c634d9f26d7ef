// Runs the commands of docs/evaluation.md in a temporary folder, on a labelled request and a growing conversation.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const guide = await readFile(join(root, "docs", "evaluation.md"), "utf8");
const commands = [...guide.matchAll(/```sh\n([^`]*)```/g)].map((block) => (block[1] ?? "").trim());
const labelled = JSON.parse(/```json\n([^`]*)```/.exec(guide)?.[1] ?? "");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-evaluation-"));
  await cp(join(root, "docs", "examples"), join(folder, "docs", "examples"), { recursive: true });
  await mkdir(join(folder, "requests"));
  const request = JSON.parse(await readFile(join(root, "docs", "examples", "harbour.json"), "utf8"));
  const gold = { ...labelled.gold, evidence: ["Oulu is the first harbour of the bay to freeze."] };
  await writeFile(join(folder, "requests", "case.json"), JSON.stringify({ ...labelled, request, gold }));
});
afterAll(() => rm(folder, { recursive: true }));

async function shell(command: string): Promise<string> {
  const script = command.replace("bin/winnow", `"${join(root, "bin", "winnow")}"`);
  return (await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], { cwd: folder })).stdout;
}

test("a folder of requests gives a summary, a page, a report for each request, and JSON", async () => {
  const [first = ""] = commands;
  expect(await shell(first)).toMatch(/^all +1 .* 100 % +100 % +0$/m);
  const { total, curves, money } = JSON.parse(await readFile(join(folder, "eval.json"), "utf8"));
  expect(total).toMatchObject({ labelled: 1, evidence: 1 });
  expect(curves.map(({ measure }: { measure: string }) => measure)).toEqual(["evidence", "terms"]);
  expect(money.every(({ saved }: { saved: number }) => saved > 0)).toBe(true);
  expect(await readFile(join(folder, "eval.html"), "utf8")).toContain('href="eval-requests/0001.html"');
  expect(await readdir(join(folder, "eval-requests"))).toEqual(["0001.html"]);
});

test("prices come from a file, and every command of the page is one of the two", async () => {
  expect(commands).toHaveLength(2);
  expect(await shell(commands[1] ?? "")).toMatch(/^anthropic +\$0\.\d{4} +\$0\.\d{4} +\$0\.\d{4} \(/m);
});
