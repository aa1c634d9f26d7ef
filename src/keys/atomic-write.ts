// Replaces a file so that a reader sees the old text or the new one whole, also after a loss of power.
import { randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isErrorCode } from "../config/error-code.ts";

/** Readable by its owner alone: the digests are nobody else's business. */
const newFileMode = 0o600;

/**
 * @param path no symbolic link: the link itself would be replaced
 * @param beforeVisible last chance to give up: what it throws leaves the old text in place
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

/** A key minted by root must not lock out the service that reads the file under its own user. */
async function keepOwnerAndMode(path: string, file: FileHandle): Promise<void> {
  try {
    const old = await stat(path);
    const mine = await file.stat();
    if (old.uid !== mine.uid || old.gid !== mine.gid) await file.chown(old.uid, old.gid);
    await file.chmod(old.mode & 0o777);
  } catch (error) {
    // EPERM: only root may give files away; then the file is the writer's own.
    if (!isErrorCode(error, "ENOENT") && !isErrorCode(error, "EPERM")) throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  await directory.sync().finally(() => directory.close());
}
