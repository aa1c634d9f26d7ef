// Changes a file safely. A lock file next to it, made with O_EXCL, lets only one process at a time change it. A rename
// lets readers see the old text or the new one, also after a power loss. A process that dies leaves its lock behind.
// Another process takes the lock over if it has seen the same lock for its whole wait; that needs no clock, process id
// or host name.
import { randomUUID } from "node:crypto";
import { type FileHandle, open, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hasErrorCode } from "../thrown.ts";

/** Changes take milliseconds; a lock this old belongs to a dead process. */
const ABANDONED_AFTER_MS = 3_000;
const POLL_MS = 20;

/**
 * Waits for the lock, runs `work`, releases the lock.
 * @param work calls `stillHeld` right before its change becomes visible, because another process may have taken the
 *   lock over while this one was suspended for seconds
 * @throws the file system's error if no lock can be made: a missing directory, a read-only volume
 */
export async function withFileLock<T>(
  path: string,
  work: (stillHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const lockPath = `${path}.lock`;
  const token = randomUUID();
  await acquire(lockPath, token);
  const stillHeld = async () => (await holderOf(lockPath)) === token;
  try {
    return await work(stillHeld);
  } finally {
    if (await stillHeld()) await rm(lockPath, { force: true });
  }
}

async function acquire(lockPath: string, token: string): Promise<void> {
  let seen: string | null = null;
  let waitedMs = 0;
  while (!(await tryCreate(lockPath, token))) {
    const holder = await holderOf(lockPath);
    waitedMs = holder === seen ? waitedMs + POLL_MS : 0;
    seen = holder;
    if (holder !== null && waitedMs >= ABANDONED_AFTER_MS) await removeAbandoned(lockPath);
    await delay(POLL_MS);
  }
}

async function tryCreate(lockPath: string, token: string): Promise<boolean> {
  const file = await openNew(lockPath);
  if (file === null) return false;
  try {
    await file.writeFile(token).finally(() => file.close());
    return true;
  } catch (error) {
    // For example on a full disk. Otherwise others would wait for an empty lock.
    await rm(lockPath, { force: true });
    throw error;
  }
}

/** null if the file exists. */
async function openNew(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, "wx", 0o600);
  } catch (error) {
    if (hasErrorCode(error, "EEXIST")) return null;
    throw error;
  }
}

/** The token in the lock; null if there is no lock. */
async function holderOf(lockPath: string): Promise<string | null> {
  try {
    return await readFile(lockPath, "utf8");
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return null;
    throw error;
  }
}

/**
 * Only one of several waiters can rename the lock away. If that was the lock of a new holder, the holder notices and
 * aborts before its change becomes visible.
 */
async function removeAbandoned(lockPath: string): Promise<void> {
  const aside = `${lockPath}.${randomUUID()}`;
  try {
    await rename(lockPath, aside);
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return;
    throw error;
  }
  await rm(aside, { force: true });
}

/** Readable only by its owner. */
const newFileMode = 0o600;

/**
 * @param path not a symbolic link: the link itself would be replaced
 * @param beforeVisible last chance to abort: an error leaves the old text in place
 */
export async function writeAtomically(path: string, text: string, beforeVisible: () => Promise<void>): Promise<void> {
  const aside = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  const file = await open(aside, "wx", newFileMode);
  try {
    try {
      await keepOwnerAndMode(path, file);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await beforeVisible();
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** A key minted by root must not lock out the service, which reads the file as its own user. */
async function keepOwnerAndMode(path: string, file: FileHandle): Promise<void> {
  try {
    const old = await stat(path);
    const mine = await file.stat();
    if (old.uid !== mine.uid || old.gid !== mine.gid) await file.chown(old.uid, old.gid);
    await file.chmod(old.mode & 0o777);
  } catch (error) {
    // EPERM: only root may change an owner, so the file then belongs to the writer.
    if (!hasErrorCode(error, "ENOENT") && !hasErrorCode(error, "EPERM")) throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  await directory.sync().finally(() => directory.close());
}
