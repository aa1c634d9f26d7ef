// Runs what the guides tell their readers to type, against a real service. What needs another language or a framework
// is run by `make interop` and by the tests of the packed client; here it is made sure that every block is.
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWinnow, type WinnowProcess } from "./winnow-process.ts";

const folder = fileURLToPath(new URL("../docs/guides", import.meta.url));
const guides = new Map(
  await Promise.all(
    (await readdir(folder))
      .filter((name) => name.endsWith(".md"))
      .map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
  ),
);

function blocksOf(name: string): readonly string[] {
  return [...(guides.get(name) ?? "").matchAll(/```sh\n([^`]*)```/g)].map((block) => block[1] ?? "");
}

let service: WinnowProcess;

beforeAll(async () => {
  service = await startWinnow();
});

afterAll(() => service.stop());

/** What a block prints in the shell of a reader with this key and this port. */
async function typed(block: string): Promise<string> {
  const env = { ...process.env, WINNOW_URL: service.url, WINNOW_KEY: service.key };
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", block], { env });
  return stdout;
}

describe("over REST", () => {
  const [exports = "", select = "", others = "", adaptive = ""] = blocksOf("rest.md");

  test("says where and with which key", () => {
    expect(exports).toMatch(/^export WINNOW_URL=http:\/\/127\.0\.0\.1:8080\nexport WINNOW_KEY=wnw_/);
  });

  test("selects", async () => {
    const answer = JSON.parse(await typed(select));
    expect(answer).toMatchObject({ request_id: "turn-12", fallback_used: false, selected: [{ record_id: "ice" }] });
    expect(answer.rendered_context).not.toContain("shore power");
  });

  test("lists operating points and asks for health", async () => {
    const printed = await typed(others);
    expect(printed).toContain('"label":"balanced-1"');
    expect(printed).toContain('"status":"ok"');
  });

  test("climbs a ladder", async () => {
    const answer = JSON.parse(await typed(adaptive));
    expect(answer).toMatchObject({ request_id: "turn-13", safety: { selection_safe: true } });
    expect(answer.attempted_budget_tokens[0]).toBe(15);
    expect(answer.rendered_context).toContain("shore power pay a tenth less");
  });
});

test("every block is one that is run", () => {
  const elsewhere = ["go run", "select_context.py", "mvn ", "rest_client.py", "export WINNOW_", "npm install"];
  const here = [...blocksOf("rest.md").slice(1, 4)];
  const unknown = [...guides.keys()]
    .flatMap((name) => blocksOf(name))
    .filter((block) => !here.includes(block) && !elsewhere.some((words) => block.includes(words)));
  expect(unknown).toEqual([]);
});

test("links lead somewhere", async () => {
  const links = [...guides].flatMap(([name, text]) =>
    [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map((link) => join(dirname(join(folder, name)), link[1] ?? "")),
  );
  expect(links.length).toBeGreaterThan(8);
  for (const link of links) await expect(readFile(link), link).resolves.toBeDefined();
});
