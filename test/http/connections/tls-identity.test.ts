import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { pollWatchedFile } from "../../../src/gateway/watched-file.ts";
import { watchTlsIdentity } from "../../../src/http/connections/tls-identity.ts";
import { systemClock } from "../../../src/time/clock.ts";
import { unwrap, violationsOf } from "../../config/checked.ts";
import { scratchDirectory } from "../../keys/scratch.ts";
import { createReports } from "../../reports.ts";
import { manualClock } from "../../time/manual-clock.ts";
import { makeAuthority, type Pair } from "../fixtures/certificates.ts";

const authority = await makeAuthority("ca");
const [one, two, expired, early] = await Promise.all([
  authority.issue("one"),
  authority.issue("two"),
  authority.issue("old", -1_000),
  authority.issue("early", 7_200_000, 3_600_000),
]);

/** Two files as Kubernetes mounts a Secret: links to a folder that is itself a link, which is swapped. */
function mounted(first: Pair) {
  const directory = scratchDirectory();
  let version = 0;
  function put(pair: Pair): void {
    version += 1;
    const folder = `..v${version}`;
    mkdirSync(join(directory, folder));
    writeFileSync(join(directory, folder, "tls.crt"), pair.cert);
    writeFileSync(join(directory, folder, "tls.key"), pair.key);
    symlinkSync(folder, join(directory, "..data_tmp"));
    renameSync(join(directory, "..data_tmp"), join(directory, "..data"));
  }
  put(first);
  const files = { cert: join(directory, "tls.crt"), key: join(directory, "tls.key"), clientCa: null };
  symlinkSync("..data/tls.crt", files.cert);
  symlinkSync("..data/tls.key", files.key);
  return { files, put };
}

interface Files {
  readonly cert: string;
  readonly key: string;
  readonly clientCa: string | null;
}

function watch(files: Files, clock = systemClock) {
  const { report, next } = createReports();
  const identity = unwrap(
    watchTlsIdentity({
      files,
      clock,
      onLoaded: () => report("loaded"),
      onRejected: (violations) => report(violations.join("; ")),
    }),
  );
  onTestFinished(identity.close);
  return { ...identity, next };
}

describe("a new pair", () => {
  test("behind a swapped link is loaded completely, at the next poll", async () => {
    const { files, put } = mounted(one);
    const clock = manualClock(new Date().toISOString());
    const { current, next, onChange } = watch(files, clock);
    const look = async () => {
      await expect.poll(() => clock.untilNext()).toBe(500);
      clock.pass(500);
    };
    const changes: unknown[] = [];
    onChange((material) => changes.push(material.context.cert));
    await look();
    expect(await next()).toBe("loaded");
    expect(current().context).toMatchObject(one);
    put(two);
    await look();
    expect(await next()).toBe("loaded");
    expect(current().context).toMatchObject(two);
    expect(changes).toEqual([two.cert]);
  });

  test("that is copied file by file is not reported in between", async () => {
    const { files } = mounted(one);
    const { current, next } = watch(files);
    expect(await next()).toBe("loaded");
    writeFileSync(files.cert, two.cert);
    await new Promise<void>((resolve) => onTestFinished(pollWatchedFile(files.cert, systemClock, () => resolve())));
    writeFileSync(files.key, two.key);
    expect(await next()).toBe("loaded");
    expect(current().context).toMatchObject(two);
  });

  test.each([
    ["that has expired", () => expired],
    ["that is not valid yet", () => early],
  ])("after a bad one is loaded: one %s", async (_name, bad) => {
    const { files, put } = mounted(one);
    const { next, rejections, rejected } = watch(files);
    expect([await next(), rejected()]).toEqual(["loaded", false]);
    put(bad());
    expect(await next()).toMatch(/^TLS certificate \S+ is valid from \S+Z to \S+Z, must be valid now$/);
    expect(rejected()).toBe(true);
    put(two);
    expect([await next(), rejected()]).toEqual(["loaded", false]);
    expect(rejections()).toBe(1);
  });

  test.each([
    ["whose key does not match", { cert: two.cert, key: one.key }, /does not belong to the certificate/],
    ["that is cut short", { cert: two.cert.slice(0, 200), key: two.key }, /holds no PEM certificate$/],
  ])("%s is reported once, counted, and the old one stays", async (_name, pair, violation) => {
    const { files, put } = mounted(one);
    const { current, next, rejections } = watch(files);
    expect(await next()).toBe("loaded");
    put(pair);
    expect(await next()).toMatch(violation);
    expect(current().context).toMatchObject(one);
    expect(rejections()).toBe(1);
  });
});

test("the start fails with a line for a missing file", () => {
  const { files } = mounted(one);
  const parts = { clock: systemClock, onLoaded: () => {}, onRejected: () => {} };
  const key = `${files.key}.none`;
  expect(violationsOf(watchTlsIdentity({ ...parts, files: { ...files, key } }))).toEqual([
    `TLS file ${key} cannot be read: ENOENT`,
  ]);
});

test("an expired certificate is served at the start, with its remaining seconds below zero", () => {
  const { files } = mounted(expired);
  const { secondsLeft } = watch(files);
  expect(secondsLeft()).toBeLessThan(0);
  expect(secondsLeft()).toBeGreaterThan(-3_600);
});
