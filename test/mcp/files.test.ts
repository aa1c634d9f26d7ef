// Paths and globs inside the allowed folders, and what must stay outside.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { allowedFolders, readFiles } from "../../src/mcp/files.ts";

const base = mkdtempSync(join(tmpdir(), "winnow-files-"));
const first = join(base, "first");
const second = join(base, "second");
const inFirst = (name: string) => join(first, name);
for (const folder of ["first/logs/deep", "first/node_modules/p", "first/.git", "second", "outside"]) {
  mkdirSync(join(base, folder), { recursive: true });
}
const texts: Readonly<Record<string, string | Buffer>> = {
  "first/a.txt": "a",
  "first/logs/b.log": "b",
  "first/logs/deep/c.log": "c",
  "first/logs/[1].log": "brackets",
  "first/node_modules/p/d.log": "package",
  "first/.git/e.log": "git",
  "first/image.png": Buffer.from([0x89, 0x50, 0x00, 0xff]),
  "first/empty.txt": "\n",
  "second/s.txt": "second",
  "outside/secret.txt": "secret",
};
for (const [name, text] of Object.entries(texts)) writeFileSync(join(base, name), text);
symlinkSync(join(base, "outside"), inFirst("way-out"));
symlinkSync(join(base, "outside/secret.txt"), inFirst("logs/secret.log"));
symlinkSync(join(base, "first/a.txt"), inFirst("logs/link.log"));
symlinkSync(join(base, "nowhere"), inFirst("logs/broken.log"));
symlinkSync(join(base, "first"), inFirst("logs/circle"));
execFileSync("mkfifo", [inFirst("logs/pipe.log")]);
const folders = await allowedFolders([first, second]);
const { signal } = new AbortController();

afterAll(() => rmSync(base, { recursive: true }));

async function names(...patterns: readonly string[]): Promise<readonly string[]> {
  return (await readFiles(patterns, folders, signal)).map(({ name }) => relative(base, name)).sort();
}

describe("reads", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["a file", ["a.txt"], ["first/a.txt"]],
    ["a file of another folder", ["s.txt"], ["second/s.txt"]],
    ["an absolute path", [inFirst("logs/b.log")], ["first/logs/b.log"]],
    ["a name that looks like a glob", ["logs/[1].log"], ["first/logs/[1].log"]],
    ["a glob, with links inside", ["logs/*.log"], ["first/a.txt", "first/logs/[1].log", "first/logs/b.log"]],
    ["a glob across folders", ["**/c.*"], ["first/logs/deep/c.log"]],
    [
      "a folder, without packages, images and blanks",
      [join(first, "logs/deep"), second],
      ["first/logs/deep/c.log", "second/s.txt"],
    ],
    [
      "every allowed folder",
      ["."],
      [...["a.txt", "logs/[1].log", "logs/b.log", "logs/deep/c.log"].map((name) => `first/${name}`), "second/s.txt"],
    ],
    ["packages, if they are named", ["node_modules/**/*.log"], ["first/node_modules/p/d.log"]],
    ["each file once", ["a.txt", "*.txt", inFirst("a.txt")], ["first/a.txt", "second/s.txt"]],
    ["a path with dots that stays inside", ["logs/../a.txt"], ["first/a.txt"]],
  ])("%s", async (_name, patterns, found) => {
    expect(await names(...patterns)).toEqual(found);
  });
});

test("names are short if one folder is allowed", async () => {
  expect(await readFiles(["logs/b.log"], [first], signal)).toEqual([{ name: "logs/b.log", text: "b" }]);
});

describe("refuses", () => {
  test.each<[string, string, string]>([
    ["a path outside", "/etc/hostname", "leaves the allowed folders"],
    ["dots that lead outside", "../outside/secret.txt", "leaves the allowed folders"],
    ["a glob that leads outside", "../*/secret.txt", "leaves the allowed folders"],
    ["a link that leads outside", "logs/secret.log", "leaves the allowed folders"],
    ["a folder behind a link that leads outside", "way-out/secret.txt", "leaves the allowed folders"],
    ["a glob behind such a link", "way-out/*", "leaves the allowed folders"],
    ["such a link as a folder", "way-out", "leaves the allowed folders"],
    ["a broken link", "logs/broken.log", "matches no file"],
    ["a pipe", "logs/pipe.log", "matches no file"],
    ["a missing file", "none.txt", "matches no file"],
    ["no text", "image.png", "no file that matches holds text"],
  ])("%s", async (_name, pattern, problem) => {
    await expect(names(pattern)).rejects.toThrow(problem);
  });

  test("more bytes than a request may have, in one file or in several", async () => {
    writeFileSync(join(second, "large.txt"), "x".repeat(3_000_000));
    writeFileSync(join(second, "larger.txt"), "x".repeat(3_000_000));
    await expect(names("large*.txt")).rejects.toThrow("the files have more than 5242880 bytes");
    writeFileSync(join(second, "larger.txt"), "x".repeat(6_000_000));
    await expect(names("larger.txt")).rejects.toThrow("has 6000000 bytes");
  });

  test("more files than a call may read", async () => {
    mkdirSync(join(second, "many"));
    for (let at = 0; at <= 1_000; at += 1) writeFileSync(join(second, `many/${at}.txt`), "x");
    await expect(names("many")).rejects.toThrow("more than 1000 files match");
  });

  test("a cancelled call", async () => {
    await expect(readFiles(["."], folders, AbortSignal.abort(new Error("left")))).rejects.toThrow("left");
  });
});
