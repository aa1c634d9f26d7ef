// Polls text files: takes a path, reports readings. It does not interpret them, and it throws nothing. It polls because
// change notifications miss network volumes and the symlink swaps of mounted configuration.
import { hash } from "node:crypto";
import { readFileSync, type Stats, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { errorCode } from "../thrown.ts";
import { type Clock, within } from "../time/clock.ts";

export interface WatchedFile {
  /** The name of the file in problems: its path. */
  readonly name: string;
  readonly read: () => Reading;
  /** Reports a reading whenever the file may have changed. Returns a function that stops it. */
  readonly poll: (report: (reading: Reading) => unknown) => () => void;
}

/** Half of the second within which a revocation must take effect. */
const POLL_MS = 500;

/** If a file cannot be read for this long, its volume is gone, which is reported. In milliseconds. */
const READ_MS_MAX = 10_000;

export function watchedFile(path: string, clock: Clock): WatchedFile {
  return { name: path, read: () => readNow(path), poll: (report) => pollWatchedFile(path, clock, report) };
}

/** A text in memory that never changes. */
export function fixedFile(name: string, text: string): WatchedFile {
  return { name, read: () => ({ text, identity: name }), poll: () => () => {} };
}

/**
 * Reports a reading whenever the file may have changed. If the listener returns a promise, the next poll waits for it.
 * Returns a function that stops it.
 */
export function pollWatchedFile(path: string, clock: Clock, report: (reading: Reading) => unknown): () => void {
  const isRead = (reading: Reading) => "text" in reading;
  return pollFiles([path], clock, { read: () => readLater(path), isRead, overdue: () => overdue(path) }, report);
}

interface FilesReader<Read> {
  readonly read: () => Promise<Read>;
  /**
   * False if a file could not be read. It is then read again even if nothing changes: there may have been too many open
   * files.
   */
  readonly isRead: (read: Read) => boolean;
  /** What is reported if the files cannot be read in time; they are read as soon as possible. */
  readonly overdue: () => Read;
}

/**
 * Like `pollWatchedFile`, for files that belong together. After a change they are read at least twice, so that a
 * reading in the middle of a change is corrected at the next poll.
 */
export function pollFiles<Read>(
  paths: readonly string[],
  clock: Clock,
  { read, isRead, overdue }: FilesReader<Read>,
  report: (read: Read) => unknown,
): () => void {
  let lastMark = "";
  let settled = false;
  let stopped = false;
  let cancel = () => {};
  /** @returns null if nothing has changed */
  const readChanged = async (): Promise<Read | null> => {
    const mark = (await Promise.all(paths.map(changeMark))).join(" ");
    // A file that is written in place within the same clock tick as the last poll keeps its mark, so read it once more.
    if (mark === lastMark && settled) return null;
    const unchanged = mark === lastMark;
    lastMark = mark;
    const next = await read();
    settled = unchanged && isRead(next);
    return next;
  };
  const poll = async () => {
    const asked = readChanged();
    if ((await within(clock, READ_MS_MAX, asked)) === "late" && !stopped) {
      settled = false;
      await report(overdue());
    }
    // Waits as long as it takes, because each poll that hangs holds a thread of the pool.
    const next = await asked;
    if (next !== null && !stopped) await report(next);
  };
  const schedule = () => {
    if (stopped) return;
    cancel = clock.after(POLL_MS, () => void poll().finally(schedule));
  };
  schedule();
  return () => {
    stopped = true;
    cancel();
  };
}

/** Changes with a rename onto the path, a symlink swap or a write. */
async function changeMark(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(":");
  } catch {
    return "no file"; // the reading says why
  }
}

/**
 * The current content of a file, or why it cannot be read. `identity` is equal for equal contents and equal problems.
 */
export type Reading =
  | { readonly text: string; readonly identity: string }
  | { readonly problem: string; readonly identity: string };

/** About 300,000 keys. More is an error, because parsing it would delay every call. */
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

/** The reading of a file that cannot be read in time. */
export function overdue(path: string): Reading {
  return unreadable(path, "ETIMEDOUT");
}

function reading(text: string): Reading {
  return { text, identity: hash("sha256", text) };
}

/** Why a file must not be read. Reading a pipe could take forever, and its text is gone after it has been read. */
function unfit(path: string, found: Stats): Reading | null {
  if (!found.isFile()) return { problem: `${path} is not a regular file`, identity: "no regular file" };
  if (found.size <= FILE_BYTES_MAX) return null;
  return { problem: `${path} is ${found.size} bytes, exceeds limit ${FILE_BYTES_MAX}`, identity: "too long" };
}

function unreadable(path: string, code: string): Reading {
  return { problem: `${path} cannot be read: ${code}`, identity: code };
}
