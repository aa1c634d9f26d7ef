// Reads the files that paths and globs name, only inside the allowed folders. Symbolic links are resolved before the
// check, and a file is opened by its resolved path. In: patterns. Out: texts with their paths, bounded in number and
// size. It never writes, and never reads a device, a pipe or a file that is not text.
import { isUtf8 } from "node:buffer";
import { constants } from "node:fs";
import { glob, open, realpath, stat } from "node:fs/promises";
import { basename, isAbsolute, relative, resolve, sep } from "node:path";
import { BadRequestError, REQUEST_BYTES_MAX } from "winnow-client";
import type { NamedText } from "../local/input.ts";

/** Below the bound of a request, which also holds names and escapes. In bytes. */
const FILE_BYTES_MAX = REQUEST_BYTES_MAX - 1024 * 1024;

/** The most files that one call reads. */
const FILES_MAX = 1_000;

/** Most entries of folders that one pattern visits. */
const ENTRIES_MAX = 100_000;

/** Folders that a pattern reaches only if it names them. */
const SKIPPED = new Set([".git", "node_modules"]);

/** Real paths, with the names that the answer uses. The names are short if one folder is allowed. */
type Found = Map<string, string>;

/** The real paths of folders. @throws Error for one that is missing or is not a folder */
export function allowedFolders(folders: readonly string[]): Promise<readonly string[]> {
  return Promise.all(
    folders.map(async (folder) => {
      if ((await entryAt(folder)) !== "folder") throw new Error(`--root is "${folder}", must be a folder`);
      return realpath(folder);
    }),
  );
}

/**
 * @param patterns files, folders and globs; relative ones are tried in each of the folders
 * @param folders real paths
 * @throws BadRequestError for a pattern that leaves the folders, matches no text or matches too much
 */
export async function readFiles(
  patterns: readonly string[],
  folders: readonly string[],
  signal: AbortSignal,
): Promise<readonly NamedText[]> {
  const found: Found = new Map();
  for (const pattern of patterns) {
    for (const [path, name] of await matches(pattern, folders, signal)) found.set(path, name);
    if (found.size > FILES_MAX) throw new BadRequestError(`more than ${FILES_MAX} files match; narrow the paths`);
  }
  const files: NamedText[] = [];
  let bytes = 0;
  for (const [path, name] of found) {
    signal.throwIfAborted();
    const content = await contentOf(path);
    bytes += content.length;
    if (bytes > FILE_BYTES_MAX) {
      throw new BadRequestError(`the files have more than ${FILE_BYTES_MAX} bytes; name fewer or smaller ones`);
    }
    const text = isUtf8(content) && !content.includes(0) ? content.toString() : "";
    if (text.trim() !== "") files.push({ name, text });
  }
  if (files.length === 0) throw new BadRequestError("no file that matches holds text");
  return files;
}

async function matches(pattern: string, folders: readonly string[], signal: AbortSignal): Promise<Found> {
  const within = folders.filter((folder) => isInside(folder, resolve(folder, pattern)));
  const found: Found = new Map();
  let leaves = within.length === 0;
  for (const folder of within) {
    for await (const path of pathsOf(resolve(folder, pattern), folder, signal)) {
      // A link may be broken.
      const real = await realpath(path).catch(() => null);
      if (real === null) continue;
      const home = folders.find((each) => isInside(each, real));
      if (home === undefined) leaves = true;
      else if ((await entryAt(real)) === "file") found.set(real, folders.length === 1 ? relative(home, real) : real);
      if (found.size > FILES_MAX) return found;
    }
  }
  if (found.size > 0) return found;
  const problem = leaves ? "leaves the allowed folders" : "matches no file in the allowed folders";
  throw new BadRequestError(`"${pattern}" ${problem}: ${folders.join(", ")}`);
}

/** A file by its name, everything below a folder, or what a glob matches. */
async function* pathsOf(path: string, folder: string, signal: AbortSignal): AsyncGenerator<string> {
  const entry = await entryAt(path);
  // The name of a file may look like a glob.
  if (entry === "file") return yield path;
  const [cwd, wanted] = entry === "folder" ? [path, "**/*"] : [folder, relative(folder, path)];
  const named = path.split(sep);
  let entries = 0;
  const exclude = (each: string) => {
    entries += 1;
    const name = basename(each);
    return signal.aborted || entries > ENTRIES_MAX || (SKIPPED.has(name) && !named.includes(name));
  };
  for await (const match of glob(wanted, { cwd, exclude })) yield resolve(cwd, match);
  signal.throwIfAborted();
  if (entries > ENTRIES_MAX) throw new BadRequestError(`a pattern covers more than ${ENTRIES_MAX} entries; narrow it`);
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** null for what is missing, and for devices and pipes. */
async function entryAt(path: string): Promise<"file" | "folder" | null> {
  const found = await stat(path).catch(() => null);
  if (found === null) return null;
  return found.isFile() ? "file" : found.isDirectory() ? "folder" : null;
}

/** @throws BadRequestError for a file of too many bytes, or one that cannot be read */
async function contentOf(path: string): Promise<Buffer> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  // The entry may have changed since it was checked, and opening a pipe must not wait for its writer.
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (file === null) throw new BadRequestError(`"${path}" cannot be read`);
  try {
    const entry = await file.stat();
    if (!entry.isFile()) throw new BadRequestError(`"${path}" is not a file`);
    if (entry.size > FILE_BYTES_MAX) {
      throw new BadRequestError(`"${path}" has ${entry.size} bytes, more than ${FILE_BYTES_MAX}`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}
