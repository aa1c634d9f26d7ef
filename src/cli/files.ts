// The files that commands read and write. Every failure is a one-line error that names the file.
import { open } from "node:fs/promises";
import { type PriceTable, priceTable } from "../evaluation/money.ts";
import { requestFrom } from "../local/input.ts";
import { readText } from "../local/read.ts";
import type { Fields } from "../protocols/json/fields.ts";
import type { Failure } from "../service/failure.ts";
import { errorCode, errorMessage } from "../thrown.ts";

/** A file of prices by name. @throws Error that names the file and what is wrong with it */
export async function pricesIn(file: string): Promise<PriceTable> {
  const { text } = await readText(file);
  try {
    return priceTable(text);
  } catch (error) {
    throw new Error(`${file} ${errorMessage(error)}`);
  }
}

/** Checks that an output file can be written, before the work for it starts. @throws Error that names the file */
export async function ensureWritable(path: string): Promise<void> {
  try {
    await (await open(path, "a")).close();
  } catch (error) {
    throw new Error(`${path} cannot be written: ${errorCode(error)}`);
  }
}

interface FileRequest {
  /** The names of the files, for errors and titles. */
  readonly names: string;
  readonly request: Fields;
}

/**
 * Reads files, or standard input for `-`, as one request.
 * @param task replaces the request's own unless it is empty
 * @throws Error that begins with the names
 */
export async function requestFromFiles(files: readonly string[], task: string): Promise<FileRequest> {
  const inputs = await Promise.all(files.map(readText));
  const names = inputs.map(({ name }) => name).join(", ");
  try {
    return { names, request: requestFrom(inputs, task) };
  } catch (error) {
    throw new Error(`${names}: ${errorMessage(error)}`);
  }
}

/** The service's error text. Requests from a log may lack a budget, so it names the option that sets one. */
export function requestProblem(failure: Failure): string {
  const hint = "field" in failure && failure.field.startsWith("budget") ? "; --budget gives one" : "";
  return `${failure.detail}${hint}`;
}
