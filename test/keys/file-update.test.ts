import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { withFileLock, writeAtomically } from "../../src/keys/file-update.ts";
import { binary, winnow } from "../winnow-process.ts";
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

test("the lock is released if the work fails", async () => {
  const path = join(scratchDirectory(), "f");
  const failing = withFileLock(path, () => Promise.reject(new Error("boom")));
  await expect(failing).rejects.toThrow("boom");
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("the lock of a dead process is taken over", async () => {
  const path = join(scratchDirectory(), "f");
  writeFileSync(`${path}.lock`, "a dead process");
  expect(await withFileLock(path, async (stillHeld) => stillHeld())).toBe(true);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("a holder whose lock was taken over aborts and does not remove the new lock", async () => {
  const path = join(scratchDirectory(), "f");
  const held = await withFileLock(path, async (stillHeld) => {
    rmSync(`${path}.lock`);
    writeFileSync(`${path}.lock`, "the new holder");
    return stillHeld();
  });
  expect(held).toBe(false);
  expect(readFileSync(`${path}.lock`, "utf8")).toBe("the new holder");
});

test("if no lock can be made, the file system's error is thrown at once", async () => {
  const path = join(scratchDirectory(), "missing", "f");
  await expect(withFileLock(path, async () => 1)).rejects.toMatchObject({ code: "ENOENT" });
});

test("a full disk leaves no lock and the old file", async () => {
  const directory = scratchDirectory();
  const path = join(directory, "p.json");
  await winnow("orgs", "create", "acme", "--tier", "scale", "--projection", path);
  const before = readFileSync(path, "utf8");
  // A limit of zero on the size of files: writing fails as on a full disk, and opening does not.
  const limited = `ulimit -f 0; exec "${binary}" keys mint --org acme --projection "${path}"`;
  await expect(promisify(execFile)("bash", ["-c", limited])).rejects.toMatchObject({
    stderr: `winnow: ${path} cannot be changed: EFBIG\n`,
  });
  expect([readdirSync(directory), readFileSync(path, "utf8")]).toEqual([["p.json"], before]);
});

test("a reader sees the old file or the new one, never a mixture", async () => {
  const path = join(scratchDirectory(), "f");
  writeFileSync(path, "old");
  const seen: string[] = [];
  await writeAtomically(path, "new", async () => {
    seen.push(readFileSync(path, "utf8"));
  });
  seen.push(readFileSync(path, "utf8"));
  expect(seen).toEqual(["old", "new"]);
});

test("the file is replaced, so a reader with the old one open keeps it", async () => {
  const path = join(scratchDirectory(), "f");
  writeFileSync(path, "old");
  const before = statSync(path).ino;
  await writeAtomically(path, "new", async () => {});
  expect(statSync(path).ino).not.toBe(before);
});

test("an abort at the last moment leaves the old text and nothing else", async () => {
  const directory = scratchDirectory();
  const path = join(directory, "f");
  writeFileSync(path, "old");
  const given = writeAtomically(path, "new", () => Promise.reject(new Error("lost")));
  await expect(given).rejects.toThrow("lost");
  expect(readFileSync(path, "utf8")).toBe("old");
  expect(readdirSync(directory)).toEqual(["f"]);
});
