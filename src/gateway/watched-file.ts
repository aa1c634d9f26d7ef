// Text files, read now and looked at again and again. It hands over readings and knows nothing of what they say.
// Polling, because change notices miss network volumes and the symlink swaps of mounted configuration.
import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { Clock } from "./clock.ts";

/** `identity` is equal for equal contents and for equal problems. */
export type Reading =
  | { readonly text: string; readonly identity: string }
  | { readonly problem: string; readonly identity: string };

/** A file as whoever watches it needs it. */
export interface WatchedFile {
  readonly read: () => Reading;
  /** Hands over a reading whenever the file may have changed. Returns what stops it. */
  readonly poll: (handOver: (reading: Reading) => unknown) => () => void;
}

/** Half of the second within which a revocation has to take effect. */
const pollMs = 500;

/** About 300,000 keys; more is no projection but a mistake, and parsing it would hold up every call. */
const fileBytesMax = 64 * 1024 * 1024;

export function watchedFile(path: string, clock: Clock): WatchedFile {
  return { read: () => readWatchedFile(path), poll: (handOver) => pollWatchedFile(path, clock, handOver) };
}

export function readWatchedFile(path: string): Reading {
  try {
    const { size } = statSync(path);
    return size > fileBytesMax ? tooLong(path, size) : reading(readFileSync(path, "utf8"));
  } catch (error) {
    return unreadable(path, error);
  }
}

/**
 * Hands over a reading whenever the file may have changed, never two at a time: where taking one gives a promise, it is
 * waited for. Returns what stops it.
 */
export function pollWatchedFile(path: string, clock: Clock, handOver: (reading: Reading) => unknown): () => void {
  return pollFiles([path], clock, () => readLater(path), handOver);
}

/**
 * As `pollWatchedFile`, for files that are read as one. After a change they are read at least twice, so what was read
 * in the middle of it is put right at the next look.
 */
export function pollFiles<Read>(
  paths: readonly string[],
  clock: Clock,
  read: () => Promise<Read>,
  handOver: (read: Read) => unknown,
): () => void {
  let lastMark = "";
  let settled = false;
  let stopped = false;
  let callOff = () => {};
  const look = async () => {
    const mark = (await Promise.all(paths.map(changeMark))).join(" ");
    // A file written in place within the clock tick of the last look keeps its mark: it is read once more.
    if (mark === lastMark && settled) return;
    settled = mark === lastMark;
    lastMark = mark;
    const next = await read();
    if (!stopped) await handOver(next);
  };
  const schedule = () => {
    if (stopped) return;
    callOff = clock.after(pollMs, () => void look().finally(schedule));
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

export async function readLater(path: string): Promise<Reading> {
  try {
    const { size } = await stat(path);
    return size > fileBytesMax ? tooLong(path, size) : reading(await readFile(path, "utf8"));
  } catch (error) {
    return unreadable(path, error);
  }
}

function reading(text: string): Reading {
  return { text, identity: hash("sha256", text) };
}

function tooLong(path: string, bytes: number): Reading {
  return { problem: `${path} is ${bytes} bytes, exceeds limit ${fileBytesMax}`, identity: "too long" };
}

function unreadable(path: string, error: unknown): Reading {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return { problem: `${path} cannot be read: ${code}`, identity: code };
}
