// Text files that are looked at again and again. It hands over readings and knows nothing of what they say.
// Polling, because change notices miss network volumes and the symlink swaps of mounted configuration.
import { hash } from "node:crypto";
import { readFileSync, type Stats, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { errorCode } from "../config/error-code.ts";
import type { Clock } from "../time/clock.ts";
import { within } from "../time/within.ts";

/** A file as whoever watches it needs it. */
export interface WatchedFile {
  /** What problems call it: the path of a file. */
  readonly name: string;
  readonly read: () => Reading;
  /** Hands over a reading whenever the file may have changed. Returns what stops it. */
  readonly poll: (handOver: (reading: Reading) => unknown) => () => void;
}

/** Half of the second within which a revocation has to take effect. */
const POLL_MS = 500;

/** A file that cannot be looked at for so long, in milliseconds, is on a volume that has gone: that must be told. */
const LOOK_MS_MAX = 10_000;

export function watchedFile(path: string, clock: Clock): WatchedFile {
  return { name: path, read: () => readNow(path), poll: (handOver) => pollWatchedFile(path, clock, handOver) };
}

/** A text that lies in memory and never changes. */
export function fixedFile(name: string, text: string): WatchedFile {
  return { name, read: () => ({ text, identity: name }), poll: () => () => {} };
}

/**
 * Hands over a reading whenever the file may have changed, never two at a time: where taking one gives a promise, it is
 * waited for. Returns what stops it.
 */
export function pollWatchedFile(path: string, clock: Clock, handOver: (reading: Reading) => unknown): () => void {
  const isRead = (reading: Reading) => "text" in reading;
  return pollFiles([path], clock, { read: () => readLater(path), isRead, overdue: () => overdue(path) }, handOver);
}

export interface FilesReader<Read> {
  readonly read: () => Promise<Read>;
  /** False when a file could not be read. It is then read again though nothing changes: more may be open, say. */
  readonly isRead: (read: Read) => boolean;
  /** What is handed over when the files cannot be looked at in time; they are read as soon as they can be again. */
  readonly overdue: () => Read;
}

/**
 * As `pollWatchedFile`, for files that are read as one. After a change they are read at least twice, so what was read
 * in the middle of it is put right at the next look.
 */
export function pollFiles<Read>(
  paths: readonly string[],
  clock: Clock,
  { read, isRead, overdue }: FilesReader<Read>,
  handOver: (read: Read) => unknown,
): () => void {
  let lastMark = "";
  let settled = false;
  let stopped = false;
  let callOff = () => {};
  /** @returns null when nothing has changed */
  const readChanged = async (): Promise<Read | null> => {
    const mark = (await Promise.all(paths.map(changeMark))).join(" ");
    // A file written in place within the clock tick of the last look keeps its mark: it is read once more.
    if (mark === lastMark && settled) return null;
    const unchanged = mark === lastMark;
    lastMark = mark;
    const next = await read();
    settled = unchanged && isRead(next);
    return next;
  };
  const look = async () => {
    const asked = readChanged();
    if ((await within(clock, LOOK_MS_MAX, asked)) === "late" && !stopped) {
      settled = false;
      await handOver(overdue());
    }
    // However long it takes: each look that hangs keeps a thread that others need.
    const next = await asked;
    if (next !== null && !stopped) await handOver(next);
  };
  const schedule = () => {
    if (stopped) return;
    callOff = clock.after(POLL_MS, () => void look().finally(schedule));
  };
  schedule();
  return () => {
    stopped = true;
    callOff();
  };
}

/** Differs after a rename onto the path, a symlink swap or a write. */
async function changeMark(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(":");
  } catch {
    return "no file"; // the reading that follows says why
  }
}

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
