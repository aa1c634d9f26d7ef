import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeAtomically } from "../../src/keys/atomic-write.ts";
import { scratchDirectory } from "./scratch.ts";

test("a reader holds the old file or the new one, never a mixture", async () => {
  const path = join(scratchDirectory(), "f");
  writeFileSync(path, "old");
  const seen: string[] = [];
  await writeAtomically(path, "new", async () => {
    seen.push(readFileSync(path, "utf8"));
  });
  seen.push(readFileSync(path, "utf8"));
  expect(seen).toEqual(["old", "new"]);
});

test("the file is another one afterwards: whoever has the old one open keeps it", async () => {
  const path = join(scratchDirectory(), "f");
  writeFileSync(path, "old");
  const before = statSync(path).ino;
  await writeAtomically(path, "new", async () => {});
  expect(statSync(path).ino).not.toBe(before);
});

test("giving up at the last moment leaves the old text and nothing else", async () => {
  const directory = scratchDirectory();
  const path = join(directory, "f");
  writeFileSync(path, "old");
  const given = writeAtomically(path, "new", () => Promise.reject(new Error("lost")));
  await expect(given).rejects.toThrow("lost");
  expect(readFileSync(path, "utf8")).toBe("old");
  expect(readdirSync(directory)).toEqual(["f"]);
});
