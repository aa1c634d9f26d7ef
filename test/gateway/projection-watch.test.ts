import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ELEMENTS_A_SLICE } from "../../src/config/in-slices.ts";
import { type Projection, parseServedProjection } from "../../src/config/projection.ts";
import { shippedTiers } from "../../src/config/tiers.ts";
import type { Reading } from "../../src/gateway/file-reading.ts";
import { watchProjection } from "../../src/gateway/projection-watch.ts";
import { pollWatchedFile, watchedFile } from "../../src/gateway/watched-file.ts";
import { systemClock } from "../../src/time/clock.ts";
import { mistakesOf, unwrap } from "../config/checked.ts";
import { scratchDirectory } from "../keys/scratch.ts";
import { manualClock } from "../time/manual-clock.ts";
import { generatedAt, key, organisation, projection, secretOf } from "./projections.ts";

const now = Date.parse(generatedAt);
const acme = organisation("acme", "free");
const valid = projection([acme], [key("k1", "acme")]);
const revoked = projection([acme], [key("k1", "acme", generatedAt)]);

function write(path: string, content: Projection): void {
  writeFileSync(path, JSON.stringify(content));
}

function replace(path: string, content: Projection): void {
  write(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

/** Watches `path`; `next` resolves to the next thing the watch reports. */
function watch(path: string, clock = systemClock, file = watchedFile(path, clock)) {
  const reports: string[] = [];
  let wake = () => {};
  const report = (line: string) => {
    reports.push(line);
    wake();
  };
  const watching = unwrap(
    watchProjection({
      file,
      parse: (text) => parseServedProjection(text, "p.json", shippedTiers),
      maxAgeMs: null,
      clock,
      onReload: () => report("reloaded"),
      onRefused: (mistakes) => report(mistakes.join("; ")),
    }),
  );
  onTestFinished(watching.close);
  const next = async () => {
    while (reports.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return reports.shift();
  };
  const accepts = (keyId: string) => watching.ring().find(secretOf(keyId), now) !== null;
  return { ...watching, next, accepts, reports };
}

/** Resolves after a poll that runs beside the watch has read `path` so often. */
function looks(path: string, count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    const stop = pollWatchedFile(path, systemClock, () => {
      left -= 1;
      if (left === 0) resolve();
    });
    onTestFinished(stop);
  });
}

describe("changes that are seen", () => {
  test("a revocation by atomic replacement, at a look that leaves half of the second it may take", async () => {
    const path = join(scratchDirectory(), "p.json");
    write(path, valid);
    const clock = manualClock(generatedAt);
    const { next, accepts } = watch(path, clock);
    expect(accepts("k1")).toBe(true);
    replace(path, revoked);
    clock.pass(500);
    expect(await next()).toBe("reloaded");
    expect(accepts("k1")).toBe(false);
    await expect.poll(() => clock.untilNext()).toBe(500);
  });

  test("a file written in place, twice at once", async () => {
    const path = join(scratchDirectory(), "p.json");
    write(path, valid);
    const { next, accepts } = watch(path);
    write(path, projection([acme], []));
    write(path, projection([acme], [key("k2", "acme")]));
    expect(await next()).toBe("reloaded");
    expect(accepts("k2")).toBe(true);
  });

  test("a swap of the directory behind a symbolic link, as mounted configuration is updated", async () => {
    const directory = scratchDirectory();
    for (const [version, content] of [
      ["v1", valid],
      ["v2", revoked],
    ] as const) {
      mkdirSync(join(directory, version));
      write(join(directory, version, "p.json"), content);
    }
    symlinkSync("v1", join(directory, "data"));
    symlinkSync("data/p.json", join(directory, "p.json"));
    const { next, accepts } = watch(join(directory, "p.json"));
    expect(accepts("k1")).toBe(true);
    symlinkSync("v2", join(directory, "data.new"));
    renameSync(join(directory, "data.new"), join(directory, "data"));
    expect(await next()).toBe("reloaded");
    expect(accepts("k1")).toBe(false);
  });
});

test("a large file is taken in slices, between which everything else has its turn", async () => {
  const keys = 60_000;
  const large = projection(
    [acme],
    Array.from({ length: keys }, (_, index) => key(`k${index}`, "acme")),
  );
  let handOver: (reading: Reading) => unknown = () => {};
  const { accepts } = watch("p.json", systemClock, {
    name: "projection.json",
    read: () => ({ text: JSON.stringify(valid), identity: "small" }),
    poll: (take) => {
      handOver = take;
      return () => {};
    },
  });
  let [turns, taken] = [0, false];
  const turn = () => {
    turns += 1;
    if (!taken) setImmediate(turn);
  };
  setImmediate(turn);
  await handOver({ text: JSON.stringify(large), identity: "large" });
  taken = true;
  expect(accepts(`k${keys - 1}`)).toBe(true);
  // It is checked in slices, and then indexed in slices.
  expect(turns).toBeGreaterThan((1.5 * keys) / ELEMENTS_A_SLICE);
});

describe("a bad file never replaces a good one", () => {
  test.each([
    ["half of it", '{"version": 1, "generated_at"', /^p\.json is not valid JSON/],
    ["nothing", "", /^p\.json is not valid JSON/],
    [
      "an unknown tier",
      JSON.stringify(projection([organisation("acme", "gold")], [])),
      /organisations\[0\]\.tier must be/,
    ],
  ])("%s", async (_, text, problem) => {
    const path = join(scratchDirectory(), "p.json");
    write(path, valid);
    const { next, accepts } = watch(path);
    writeFileSync(path, text);
    expect(await next()).toMatch(problem);
    expect(accepts("k1")).toBe(true);
  });

  test("it is told once, however often it is looked at", async () => {
    const path = join(scratchDirectory(), "p.json");
    write(path, valid);
    const { next, reports } = watch(path);
    writeFileSync(path, "{");
    expect(await next()).toMatch(/^p\.json is not valid JSON/);
    await looks(path, 2);
    expect(reports).toEqual([]);
  });

  test("a file that is gone is told once, counts as refused, and is taken up again when it is back", async () => {
    const path = join(scratchDirectory(), "p.json");
    write(path, valid);
    const { next, accepts, refused, reports } = watch(path);
    expect(refused()).toBe(false);
    rmSync(path);
    expect(await next()).toBe(`${path} cannot be read: ENOENT`);
    expect([accepts("k1"), refused()]).toEqual([true, true]);
    replace(path, revoked);
    expect(await next()).toBe("reloaded");
    expect([accepts("k1"), refused()]).toEqual([false, false]);
    expect(reports).toEqual([]);
  });
});

describe("the start", () => {
  const start = (path: string) =>
    watchProjection({
      file: watchedFile(path, systemClock),
      parse: (text) => parseServedProjection(text, "p.json", shippedTiers),
      maxAgeMs: null,
      clock: systemClock,
      onReload: () => {},
      onRefused: () => {},
    });

  test("without the file there is no watch", () => {
    const path = join(scratchDirectory(), "p.json");
    expect(mistakesOf(start(path))).toEqual([`${path} cannot be read: ENOENT`]);
  });

  test("with a bad file there is no watch", () => {
    const path = join(scratchDirectory(), "p.json");
    write(path, projection([], [key("k1", "acme")]));
    expect(mistakesOf(start(path))).toEqual(["p.json: keys[0].organisation is not among the organisations"]);
  });
});

test("the age is that of the projection in force", () => {
  const path = join(scratchDirectory(), "p.json");
  write(path, valid);
  const clock = manualClock(generatedAt);
  const { ageMs } = watch(path, clock);
  clock.pass(7_000);
  expect(ageMs()).toBe(7_000);
});

test("an idle watch does not keep the process alive", () => {
  const path = join(scratchDirectory(), "p.json");
  write(path, valid);
  const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  watch(path);
  expect(process.getActiveResourcesInfo().filter((name) => name === "Timeout").length).toBe(before);
});
