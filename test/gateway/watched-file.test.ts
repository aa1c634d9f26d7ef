import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pollWatchedFile, readWatchedFile } from "../../src/gateway/watched-file.ts";
import { scratchDirectory } from "../keys/scratch.ts";

test("equal texts have one identity, whatever file they stand in", () => {
  const directory = scratchDirectory();
  for (const [name, text] of Object.entries({ a: "one", b: "one", c: "two" }))
    writeFileSync(join(directory, name), text);
  const identities = ["a", "b", "c"].map((name) => readWatchedFile(join(directory, name)).identity);
  expect(identities[0]).toBe(identities[1]);
  expect(identities[0]).not.toBe(identities[2]);
});

test("a file far too long is not read", () => {
  const path = join(scratchDirectory(), "f");
  writeFileSync(path, "");
  truncateSync(path, 64 * 1024 * 1024 + 1);
  expect(readWatchedFile(path)).toMatchObject({ problem: `${path} is 67108865 bytes, exceeds limit 67108864` });
});

test("a directory is a problem", () => {
  const path = scratchDirectory();
  expect(readWatchedFile(path)).toMatchObject({ problem: `${path} cannot be read: EISDIR` });
});

test("a file that rests is read twice and then left alone; stopping ends it", async () => {
  const path = join(scratchDirectory(), "f");
  writeFileSync(path, "one");
  const texts: string[] = [];
  let wake = () => {};
  const stop = pollWatchedFile(path, (reading) => {
    texts.push("text" in reading ? reading.text : reading.problem);
    wake();
  });
  onTestFinished(stop);
  const until = async (count: number) => {
    while (texts.length < count) await new Promise<void>((resolve) => (wake = resolve));
  };
  await until(2);
  writeFileSync(path, "two!");
  await until(3);
  expect(texts).toEqual(["one", "one", "two!"]);
});
