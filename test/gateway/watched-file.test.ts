import { renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { overdue, pollFiles, pollWatchedFile, type Reading, readNow } from "../../src/gateway/watched-file.ts";
import { systemClock } from "../../src/time/clock.ts";
import { scratchDirectory } from "../keys/scratch.ts";
import { manualClock } from "../time/manual-clock.ts";

test("equal texts have one identity in any file", () => {
  const directory = scratchDirectory();
  for (const [name, text] of Object.entries({ a: "one", b: "one", c: "two" }))
    writeFileSync(join(directory, name), text);
  const identities = ["a", "b", "c"].map((name) => readNow(join(directory, name)).identity);
  expect(identities[0]).toBe(identities[1]);
  expect(identities[0]).not.toBe(identities[2]);
});

test("a file that is much too long is not read", () => {
  const path = join(scratchDirectory(), "f");
  writeFileSync(path, "");
  truncateSync(path, 64 * 1024 * 1024 + 1);
  expect(readNow(path)).toMatchObject({ problem: `${path} is 67108865 bytes, exceeds limit 67108864` });
});

test("only a regular file is read: a pipe would block the reader forever", () => {
  for (const path of [scratchDirectory(), "/dev/zero"]) {
    expect(readNow(path)).toMatchObject({ problem: `${path} is not a regular file` });
  }
});

/** Polls `path`; `until(n)` resolves once n readings were reported. */
function poll(path: string) {
  const texts: string[] = [];
  let wake = () => {};
  const stop = pollWatchedFile(path, systemClock, (reading) => {
    texts.push("text" in reading ? reading.text : reading.problem);
    wake();
  });
  onTestFinished(stop);
  const until = async (count: number) => {
    while (texts.length < count) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { texts, until };
}

test("a file is read until it stops changing, and again after each write", async () => {
  const path = join(scratchDirectory(), "f");
  writeFileSync(path, "one");
  const { texts, until } = poll(path);
  await until(2);
  writeFileSync(path, "two!");
  await until(3);
  expect(texts).toEqual(["one", "one", "two!"]);
});

test("a swap of a symbolic link's target is noticed", async () => {
  const directory = scratchDirectory();
  writeFileSync(join(directory, "v1"), "one");
  writeFileSync(join(directory, "v2"), "two");
  symlinkSync("v1", join(directory, "data"));
  symlinkSync("data", join(directory, "f"));
  const { texts, until } = poll(join(directory, "f"));
  await until(2);
  symlinkSync("v2", join(directory, "data.new"));
  renameSync(join(directory, "data.new"), join(directory, "data"));
  await until(3);
  expect(texts).toEqual(["one", "one", "two"]);
});

/** Polls a file whose readings the test supplies, with a clock that the test advances. */
function pollScripted() {
  const path = join(scratchDirectory(), "f");
  writeFileSync(path, "one");
  const clock = manualClock("2030-01-01T00:00:00Z");
  const asked: ((reading: Reading) => void)[] = [];
  const reported: Reading[] = [];
  let [wakeReader, wake] = [() => {}, () => {}];
  const reader = {
    read: () =>
      new Promise<Reading>((resolve) => {
        asked.push(resolve);
        wakeReader();
      }),
    isRead: (reading: Reading) => "text" in reading,
    overdue: () => overdue(path),
  };
  const handOver = (reading: Reading) => {
    reported.push(reading);
    wake();
  };
  onTestFinished(pollFiles([path], clock, reader, handOver));
  /** Starts a poll. */
  const nextRead = async () => {
    const reads = new Promise<void>((resolve) => (wakeReader = resolve));
    await new Promise(setImmediate);
    clock.pass(500);
    await reads;
  };
  /** Runs `cause`, and resolves to the next report. */
  const reportedAfter = async (cause: () => void) => {
    const tells = new Promise<void>((resolve) => (wake = resolve));
    cause();
    await tells;
  };
  return { path, clock, asked, reported, nextRead, reportedAfter };
}

const one: Reading = { text: "one", identity: "1" };

test("a file that cannot be polled is reported once, and read again once it can be", async () => {
  const { path, clock, asked, reported, nextRead, reportedAfter } = pollScripted();
  await nextRead();
  await reportedAfter(() => clock.pass(10_000));
  clock.pass(60_000);
  expect([reported, asked.length]).toEqual([[overdue(path)], 1]);
  await reportedAfter(() => asked[0]?.(one));
  await nextRead();
  expect(reported).toEqual([overdue(path), one]);
});

test("a file that cannot be read is tried again until it can be, even if it does not change", async () => {
  const { asked, reported, nextRead, reportedAfter } = pollScripted();
  const full: Reading = { problem: "f cannot be read: EMFILE", identity: "EMFILE" };
  for (let look = 0; look < 4; look++) {
    await nextRead();
    await reportedAfter(() => asked[look]?.(look < 3 ? full : one));
  }
  expect(reported).toEqual([full, full, full, one]);
});
