// The machine of a run, because figures mean little without it.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the sources. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

interface Machine {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly kernel: string;
  readonly node: string;
  readonly v8: string;
  readonly commit: string;
  readonly packages: Readonly<Record<string, string>>;
}

export function machine(): Machine {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const compared = ["js-tiktoken", "minisearch", "@grpc/grpc-js", "@connectrpc/connect-node"];
  const versions: Readonly<Record<string, string>> = { ...dependencies, ...devDependencies };
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1e9),
    kernel: release(),
    node: process.version,
    v8: process.versions.v8,
    commit: commit(),
    packages: Object.fromEntries(compared.map((name) => [name, versions[name] ?? ""])),
  };
}

/** "unknown" outside a clone. */
function commit(): string {
  const { stdout } = spawnSync("git", ["describe", "--always", "--dirty"], { cwd: root, encoding: "utf8" });
  return stdout?.trim() || "unknown";
}
