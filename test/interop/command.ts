// Runs one tool within a time limit. Returns its output and its exit code, and never throws.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface Outcome {
  /** null if the tool is missing or took too long. */
  readonly code: number | null;
  readonly output: string;
}

interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Longest run of a tool, including downloads and compilation. A longer one counts as hung. */
const TIMEOUT_MS = 600_000;

export async function run(command: string, words: readonly string[], options: CommandOptions = {}): Promise<Outcome> {
  const { cwd, env = {} } = options;
  const child = spawn(command, words, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TIMEOUT_MS,
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await once(child, "close").then(
    ([exit]: unknown[]) => (typeof exit === "number" ? exit : null),
    () => null,
  );
  return { code, output: (await printed).join("") };
}

/** @throws Error with the tool's output if it fails */
export async function succeed(
  command: string,
  words: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { code, output } = await run(command, words, options);
  if (code !== 0) throw new Error(`${command} ${words[0] ?? ""} failed (${code ?? "ended"}):\n${output}`);
  return output;
}
