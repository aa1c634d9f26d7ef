// Which Node.js the command runs on: a folder laid out like the project, with a command line that says it ran.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { binary } from "../winnow-process.ts";

const root = mkdtempSync(join(tmpdir(), "winnow-runtime-"));
afterAll(() => rmSync(root, { recursive: true }));

function executable(folder: string, text: string): string {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, "node"), `#!/bin/sh\n${text}\n`);
  chmodSync(join(root, folder, "node"), 0o755);
  return join(root, folder);
}

mkdirSync(join(root, "bin"));
mkdirSync(join(root, "src/cli"), { recursive: true });
mkdirSync(join(root, "own"));
copyFileSync(binary, join(root, "bin/winnow"));
writeFileSync(join(root, "src/cli/main.ts"), "console.log('ran', typeof gc);\n");
symlinkSync(process.execPath, join(root, "own/node"));
const old = executable("old", "exit 1");

function run(path: string) {
  const env = { PATH: `${path}:/usr/bin:/bin`, NODE_COMPILE_CACHE: "" };
  const { status, stdout, stderr } = spawnSync(join(root, "bin/winnow"), [], { encoding: "utf8", env });
  return [status, stdout, stderr];
}

test("the runtime of the packages, else a new enough one of the machine, else word of what is missing", () => {
  expect(run(join(root, "own"))).toEqual([1, "", `winnow: not set up yet; run 'make setup' in ${root}\n`]);
  mkdirSync(join(root, "node_modules"));
  const missing = "winnow: no Node.js came with the packages on this system; install Node.js 24\n";
  expect(run(old)).toEqual([1, "", missing]);
  expect(run(join(root, "own"))).toEqual([0, "ran function\n", ""]);
  executable("node_modules/.bin", "echo brought");
  expect(run(join(root, "own"))).toEqual([0, "brought\n", ""]);
});
