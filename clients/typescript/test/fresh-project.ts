// A user's project with the packed client installed, without a network.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { WinnowProcess } from "../../../test/winnow-process.ts";
import { stageClient } from "../../../tools/client-package.ts";
import { program, root } from "../../../tools/project.ts";

const run = promisify(execFile);

export interface FreshProject {
  readonly folder: string;
  readonly tarball: Buffer;
  /** @returns the path of the file */
  readonly write: (name: string, text: string) => Promise<string>;
  /** Links a package of the repository's own tree. */
  readonly link: (name: string) => Promise<void>;
  /** @returns the output of the compiler; empty if there are no errors */
  readonly compile: (files: readonly string[], resolution: "node16" | "nodenext" | "bundler") => Promise<string>;
  /** @returns the standard output; rejects with the standard error of a program that fails */
  readonly run: (file: string) => Promise<string>;
  readonly remove: () => Promise<void>;
}

export async function freshProject(): Promise<FreshProject> {
  const above = await mkdtemp(join(tmpdir(), "winnow-package-"));
  const stage = join(above, "stage");
  const folder = join(above, "project");
  stageClient(stage);
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", above], { cwd: stage });
  const [{ filename }]: [{ filename: string }] = JSON.parse(stdout);
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "fresh", private: true, type: "module" }));
  const offline = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", ["install", ...offline, join(above, filename)], { cwd: folder });
  return {
    folder,
    tarball: await readFile(join(above, filename)),
    write: async (name, text) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    },
    link: async (name) => {
      const path = join(folder, "node_modules", name);
      await mkdir(dirname(path), { recursive: true });
      await symlink(join(root, "node_modules", name), path);
    },
    compile: async (files, resolution) => {
      const modules = resolution === "bundler" ? "esnext" : resolution;
      const strict = ["--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "--noEmit", "--types", ""];
      const target = [
        "--target",
        "es2022",
        "--lib",
        "es2023,dom",
        "--module",
        modules,
        "--moduleResolution",
        resolution,
      ];
      const words = ["--ignoreConfig", ...strict, ...target, ...files];
      const compiled: { stdout: string } = await run(program("tsc"), words, { cwd: folder }).catch((failed) => failed);
      return compiled.stdout;
    },
    run: async (file) => (await run(process.execPath, [file], { cwd: folder })).stdout,
    remove: () => rm(above, { recursive: true }),
  };
}

/** The TypeScript blocks of a page. */
export async function blocksOf(path: string): Promise<readonly string[]> {
  const text = await readFile(join(root, path), "utf8");
  return [...text.matchAll(/```ts\n([^`]*(?:`[^`]+`[^`]*)*?)```/g)].map((block) => block[1] ?? "");
}

/** A block with the address and key of this service. */
export function typed(block: string, { url, key }: WinnowProcess): string {
  return block.replace("http://127.0.0.1:8080", url).replace("wnw_...", key);
}
