import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, expect, test } from "vitest";
import { inSources } from "../../src/telemetry/errors.ts";

const folder = mkdtempSync(join(tmpdir(), "winnow-places-"));
afterAll(() => rmSync(folder, { recursive: true }));

const urlOf = (name: string) => pathToFileURL(join(folder, name)).href;

test("frames in a bundle are mapped to its sources", async () => {
  writeFileSync(join(folder, "main.ts"), 'import { failed } from "./failing.ts";\nconsole.log(failed().stack);\n');
  writeFileSync(
    join(folder, "failing.ts"),
    "interface Unused {\n  readonly lines: 3;\n}\nexport function failed(): Error {\n  return new Error();\n}\n",
  );
  const built = await rolldown({ input: join(folder, "main.ts") });
  await built.write({ file: join(folder, "made.mjs"), sourcemap: true });
  // The runner's own process maps all stacks by itself.
  const stack = execFileSync(process.execPath, [join(folder, "made.mjs")], { encoding: "utf8" });
  expect(stack.split("\n")[1]).toContain(urlOf("made.mjs"));
  expect(inSources(stack).split("\n")[1]).toBe(`    at failed (${urlOf("failing.ts")}:5:10)`);
});

test("all other frames are unchanged", () => {
  writeFileSync(join(folder, "broken.js.map"), "{");
  const frames = [
    `    at run (${urlOf("broken.js")}:1:2)`,
    `    at async ${urlOf("nowhere.ts")}:3:4`,
    "    at node:internal/main:5:6",
    "    at Array.map (<anonymous>)",
  ].join("\n");
  expect(inSources(frames)).toBe(frames);
});
