// The published Python client: its checks and all its tests, in its own environment, against a running service. Also
// the official Python SDKs of OpenAI and Anthropic through `winnow proxy`, in the same environment.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, succeed } from "./command.ts";
import type { Edge, Keys } from "./edge.ts";
import type { Verdict } from "./verdict.ts";

const project = fileURLToPath(new URL("../../clients/python", import.meta.url));

const checks: readonly (readonly string[])[] = [
  ["ruff", "check", "."],
  ["ruff", "format", "--check", "."],
  ["mypy"],
  ["pytest", "-q"],
];

const proxyTests = fileURLToPath(new URL("proxy", import.meta.url));

const proxyChecks: readonly (readonly string[])[] = [
  ["ruff", "check", "--config", join(project, "pyproject.toml"), proxyTests],
  ["ruff", "format", "--check", "--config", join(project, "pyproject.toml"), proxyTests],
  ["mypy", "--strict", "--cache-dir", "/dev/null", proxyTests],
  ["pytest", "-q", "-p", "no:cacheprovider", "-o", "faulthandler_timeout=60", proxyTests],
];

/** @param folder an absolute path; an environment in it is reused */
export async function fetchPythonClient(folder: string): Promise<void> {
  await succeed("python3", ["-m", "venv", folder]);
  // The client is installed in place, so the test uses its sources.
  const words = ["install", "--quiet", "-r", join(project, "tests/requirements.txt"), "-e", project];
  await succeed(programOf(folder, "pip"), words);
}

export async function* runPythonClient(folder: string, edge: Edge, keys: Keys): AsyncGenerator<Verdict> {
  const env = {
    WINNOW_URL: edge.address,
    WINNOW_KEY: keys.roomy,
    WINNOW_KEY_TINY: keys.tiny,
    WINNOW_KEY_FRUGAL: keys.frugal,
  };
  yield* verdictsOf("winnow-client (Python)", folder, checks, env);
}

/** @param folder as for `fetchPythonClient` */
export function runPythonProxy(folder: string): AsyncGenerator<Verdict> {
  return verdictsOf("winnow proxy (Python SDKs)", folder, proxyChecks, {});
}

async function* verdictsOf(
  name: string,
  folder: string,
  all: typeof checks,
  env: Readonly<Record<string, string>>,
): AsyncGenerator<Verdict> {
  for (const [program = "", ...words] of all) {
    const { code, output } = await run(programOf(folder, program), words, { cwd: project, env });
    const last = output.trim().split("\n").at(-1) ?? "";
    yield { name: `${name}: ${program} ${words[0] ?? ""}`, holds: code === 0, detail: code === 0 ? last : output };
  }
}

function programOf(folder: string, name: string): string {
  return join(folder, "bin", name);
}
