// If a program was started with an older Node.js than the packages pin, runs it again with the pinned one. The
// configurations of the test runner call this, so that tests started with Node.js 20 run as in `make test`.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./project.ts";

/** The first major version on which the sources run without a build. */
const MAJOR_MIN = 24;

/** Does not return if it runs the program again: this process then exits with the exit code of the other. */
export function runWithPinnedNode(): void {
  const programs = join(root, "node_modules/.bin");
  const node = join(programs, "node");
  const isOlder = Number.parseInt(process.versions.node, 10) < MAJOR_MIN;
  // A thread or child process of the runner already has the right version.
  if (!isOlder || !existsSync(node)) return;
  const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH ?? ""}` };
  const { status } = spawnSync(node, process.argv.slice(1), { env, stdio: "inherit" });
  process.exit(status ?? 1);
}
