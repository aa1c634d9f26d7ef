// A program that runs during the tests: it is started, awaited until it answers, and ended. It runs in a temporary
// folder, which is removed when it ends.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export interface Program {
  /** Its output so far. */
  readonly output: () => string;
  /** Sends a signal: SIGSTOP makes it hang, SIGKILL ends it at once. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Ends it, waits until it is gone, and removes its folder. */
  readonly stop: () => Promise<void>;
}

interface ProgramOptions {
  readonly command: string;
  /** Its arguments, given its folder. */
  readonly words: (folder: string) => readonly string[];
  /** Files for its folder: name to contents. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether it answers; repeated until it does. A rejection counts as no. */
  readonly answers: () => Promise<boolean>;
}

/** Longest wait for a program to answer, in milliseconds. */
const READY_MS_MAX = 30_000;

/** @throws Error with its output if it ends or does not answer in time */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-stack-"));
  for (const [name, contents] of Object.entries(options.files ?? {})) await writeFile(join(folder, name), contents);
  const child = spawn(options.command, options.words(folder), { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let over = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  child.once("error", (error) => {
    output += error.message;
  });
  const gone = once(child, "close").then(
    () => {},
    () => {},
  );
  void gone.then(() => {
    over = true;
  });
  const stop = async () => {
    child.kill("SIGTERM");
    // A process stopped with SIGSTOP reacts to no other signal.
    child.kill("SIGCONT");
    await gone;
    await rm(folder, { recursive: true });
  };
  const lateMs = performance.now() + READY_MS_MAX;
  while (!(await options.answers().catch(() => false))) {
    if (over || performance.now() > lateMs) {
      await stop();
      throw new Error(`${options.command} does not answer: ${output}`);
    }
    await delay(50);
  }
  return {
    output: () => output,
    signal: (signal) => {
      child.kill(signal);
    },
    stop,
  };
}
