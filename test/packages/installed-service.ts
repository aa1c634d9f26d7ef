// The packed `winnow-context`, installed without a network into an empty project, as users have it.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { stageService } from "../../tools/service-package.ts";

const run = promisify(execFile);

export interface InstalledService {
  /** An empty folder next to the project. */
  readonly folder: string;
  readonly tarballBytes: number;
  /** @returns the standard output; rejects with the standard error of a command that fails */
  readonly winnow: (...words: readonly string[]) => Promise<string>;
  /** Starts `winnow serve` on a free port. */
  readonly serve: (...flags: readonly string[]) => Promise<InstalledServer>;
  readonly remove: () => Promise<void>;
}

interface InstalledServer {
  readonly url: string;
  /** The development key that the first start shows; empty for a later one. */
  readonly key: string;
  /** Sends SIGTERM and returns the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** @param node the Node.js to run the package with */
export async function installService(node: string = process.execPath): Promise<InstalledService> {
  const above = await mkdtemp(join(tmpdir(), "winnow-context-"));
  const [stage, project, folder] = ["stage", "project", "empty"].map((name) => join(above, name)) as [
    string,
    string,
    string,
  ];
  await stageService(stage);
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", above], { cwd: stage });
  const [{ filename }]: [{ filename: string }] = JSON.parse(stdout);
  await Promise.all([mkdir(project), mkdir(folder)]);
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "fresh", private: true }));
  const offline = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", ["install", ...offline, join(above, filename)], { cwd: project });
  const binary = join(project, "node_modules/.bin/winnow");
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` };
  return {
    folder,
    tarballBytes: (await stat(join(above, filename))).size,
    winnow: async (...words) => (await run(binary, words, { cwd: folder, env })).stdout,
    serve: async (...flags) => {
      const child = spawn(binary, ["serve", "--port", "0", ...flags], { cwd: folder, env });
      let key = "";
      for await (const line of createInterface({ input: child.stdout })) {
        key = /^development key, shown once: (\S+)$/.exec(line)?.[1] ?? key;
        const url = /^winnow is ready on (\S+)$/.exec(line)?.[1];
        if (url === undefined) continue;
        const stop = async () => {
          const exit = once(child, "exit");
          child.kill("SIGTERM");
          return (await exit)[0];
        };
        return { url, key, stop };
      }
      throw new Error("winnow serve ended before it was ready");
    },
    remove: () => rm(above, { recursive: true }),
  };
}
