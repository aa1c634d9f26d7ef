import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { winnow } from "../winnow-process.ts";

const example = fileURLToPath(new URL("../../docs/examples/incident.json", import.meta.url));

test("winnow select writes the report beside what it prints", async () => {
  const folder = await mkdtemp(join(tmpdir(), "winnow-select-"));
  const out = join(folder, "report.html");
  const { tokens_after: sent } = JSON.parse(await winnow("select", example, "--json", "--html", out));
  const page = await readFile(out, "utf8");
  await rm(folder, { recursive: true });
  expect(page).toContain(`<h1>${sent} of 3,928 tokens sent`);
});
