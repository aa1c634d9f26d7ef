// Which Node.js the command uses, and what it runs: a folder with the layout of the project, and scripts that print
// that they ran.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
mkdirSync(join(root, "gen"));
mkdirSync(join(root, "own"));
copyFileSync(binary, join(root, "bin/winnow"));
copyFileSync(join(dirname(binary), "node-flags"), join(root, "bin/node-flags"));
writeFileSync(join(root, "src/cli/main.ts"), "console.log('ran', typeof gc);\n");
symlinkSync(process.execPath, join(root, "own/node"));
const old = executable("old", "exit 1");

function run(path: string) {
  const env = { PATH: `${path}:/usr/bin:/bin`, NODE_COMPILE_CACHE: "" };
  const { status, stdout, stderr } = spawnSync(join(root, "bin/winnow"), [], { encoding: "utf8", env });
  return [status, stdout, stderr];
}

test("uses the packages' runtime, otherwise a new enough one on the machine, otherwise fails", () => {
  expect(run(join(root, "own"))).toEqual([1, "", `winnow: not set up yet; run 'make setup' in ${root}\n`]);
  mkdirSync(join(root, "node_modules"));
  const missing = "winnow: the packages bring no Node.js for this system; install Node.js 24\n";
  expect(run(old)).toEqual([1, "", missing]);
  expect(run(join(root, "own"))).toEqual([0, "ran function\n", ""]);
  executable("node_modules/.bin", "echo brought");
  expect(run(join(root, "own"))).toEqual([0, "brought\n", ""]);
});

test("runs the bundle if none of its sources is newer, otherwise the sources", () => {
  rmSync(join(root, "node_modules"), { recursive: true });
  mkdirSync(join(root, "node_modules"));
  mkdirSync(join(root, "bundle"));
  writeFileSync(join(root, "bundle/main.js"), "console.log('bundled');\n");
  const changedAt = (path: string, second: number) => utimesSync(join(root, path), second, second);
  const ran = () => run(join(root, "own"))[1];
  writeFileSync(join(root, "gen/shapes.ts"), "");
  changedAt("src/cli/main.ts", 1_000);
  changedAt("gen/shapes.ts", 1_000);
  changedAt("bundle/main.js", 1_000);
  // As in the image, which has no lock file.
  expect(ran()).toBe("bundled\n");
  writeFileSync(join(root, "package-lock.json"), "{}");
  changedAt("package-lock.json", 1_000);
  let second = 1_000;
  for (const part of ["gen/shapes.ts", "src/cli/main.ts", "package-lock.json"]) {
    changedAt(part, ++second);
    expect(ran(), part).toBe("ran function\n");
    changedAt("bundle/main.js", second);
    expect(ran(), part).toBe("bundled\n");
  }
});
