// The files that commands read and write, with errors of one line that name the file.
import { open, readFile } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import { errorCode } from "../config/error-code.ts";
import type { NamedText } from "../local/input.ts";
import type { Failure } from "../service/failure.ts";

/**
 * @param file a path; `-` for standard input
 * @throws Error that names the file
 */
export async function readInput(file: string): Promise<NamedText> {
  const name = file === "-" ? "standard input" : file;
  const read = await (file === "-" ? textOf(process.stdin) : readFile(file, "utf8")).catch((error: unknown) => {
    throw new Error(`${name} cannot be read: ${errorCode(error)}`);
  });
  if (read.trim() === "") throw new Error(`${name} is empty`);
  return { name, text: read };
}

/**
 * Checks an output file before the work begins whose result it will hold.
 * @throws Error that names the file
 */
export async function ensureWritable(path: string): Promise<void> {
  try {
    await (await open(path, "a")).close();
  } catch (error) {
    throw new Error(`${path} cannot be written: ${errorCode(error)}`);
  }
}

/** The service's error text. Requests from a log may lack a budget, so it names the option that sets one. */
export function requestProblem(failure: Failure): string {
  const hint = "field" in failure && failure.field.startsWith("budget") ? "; --budget gives one" : "";
  return `${failure.detail}${hint}`;
}
