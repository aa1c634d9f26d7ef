// Files that a command writes beside what it prints.
import { open } from "node:fs/promises";
import { errorCode } from "../config/error-code.ts";

/**
 * Called before the work whose result goes there: nobody should wait for what cannot be kept.
 * @throws Error that names the file
 */
export async function ensureWritable(path: string): Promise<void> {
  try {
    await (await open(path, "a")).close();
  } catch (error) {
    throw new Error(`${path} cannot be written: ${errorCode(error)}`);
  }
}
