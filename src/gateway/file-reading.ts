// What a text file says now, or why it cannot be read. A path in, a reading out; nothing is thrown.
import { hash } from "node:crypto";
import { readFileSync, type Stats, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { errorCode } from "../config/error-code.ts";

/** `identity` is equal for equal contents and for equal problems. */
export type Reading =
  | { readonly text: string; readonly identity: string }
  | { readonly problem: string; readonly identity: string };

/** About 300,000 keys; more is no projection but a mistake, and parsing it would hold up every call. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

export function readNow(path: string): Reading {
  try {
    return unfit(path, statSync(path)) ?? reading(readFileSync(path, "utf8"));
  } catch (error) {
    return unreadable(path, errorCode(error));
  }
}

export async function readLater(path: string): Promise<Reading> {
  try {
    return unfit(path, await stat(path)) ?? reading(await readFile(path, "utf8"));
  } catch (error) {
    return unreadable(path, errorCode(error));
  }
}

/** What is said of a file that cannot be looked at in time. */
export function overdue(path: string): Reading {
  return unreadable(path, "ETIMEDOUT");
}

function reading(text: string): Reading {
  return { text, identity: hash("sha256", text) };
}

/** Why a file is not to be read. Reading a pipe could take for ever, and its text is gone once it has been read. */
function unfit(path: string, found: Stats): Reading | null {
  if (!found.isFile()) return { problem: `${path} is no regular file`, identity: "no regular file" };
  if (found.size <= FILE_BYTES_MAX) return null;
  return { problem: `${path} is ${found.size} bytes, exceeds limit ${FILE_BYTES_MAX}`, identity: "too long" };
}

function unreadable(path: string, code: string): Reading {
  return { problem: `${path} cannot be read: ${code}`, identity: code };
}
