import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withFileLock } from "../../src/keys/file-lock.ts";
import { scratchDirectory } from "./scratch.ts";

test("the work of two holders never overlaps", async () => {
  const path = join(scratchDirectory(), "f");
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withFileLock(path, work)));
  expect(most).toBe(1);
});

test("the lock is given back when the work fails", async () => {
  const path = join(scratchDirectory(), "f");
  const failing = withFileLock(path, () => Promise.reject(new Error("boom")));
  await expect(failing).rejects.toThrow("boom");
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("a lock whose process died is taken over", async () => {
  const path = join(scratchDirectory(), "f");
  writeFileSync(`${path}.lock`, "a process that is no more");
  expect(await withFileLock(path, async (stillHeld) => stillHeld())).toBe(true);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("a holder that was taken for dead learns of it and leaves the new holder's lock alone", async () => {
  const path = join(scratchDirectory(), "f");
  const held = await withFileLock(path, async (stillHeld) => {
    rmSync(`${path}.lock`);
    writeFileSync(`${path}.lock`, "the new holder");
    return stillHeld();
  });
  expect(held).toBe(false);
  expect(readFileSync(`${path}.lock`, "utf8")).toBe("the new holder");
});

test("where no lock can be made the file system's error is thrown at once", async () => {
  const path = join(scratchDirectory(), "missing", "f");
  await expect(withFileLock(path, async () => 1)).rejects.toMatchObject({ code: "ENOENT" });
});
