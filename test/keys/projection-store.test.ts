import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type { Projection } from "../../src/config/projection.ts";
import { createOrganisation, emptyProjection } from "../../src/keys/projection-edits.ts";
import {
  canWriteBeside,
  developmentProjectionPath,
  developmentProjectionText,
  ensureDevelopmentProjection,
  readProjectionFile,
  updateProjectionFile,
} from "../../src/keys/projection-store.ts";
import { digestSecret, isSecret } from "../../src/keys/secret.ts";
import { scratchDirectory } from "./scratch.ts";

const now = () => new Date("2030-01-01T00:00:00Z");
const withOrganisation = (id: string) => (projection: Projection | null, instant: string) =>
  createOrganisation(projection ?? emptyProjection(instant), id, "free");
const childScript = fileURLToPath(new URL("mint-in-child.ts", import.meta.url));

test("a missing file and its directory are created, readable by their owner alone", async () => {
  const path = join(scratchDirectory(), "var", "p.json");
  await updateProjectionFile(path, now, withOrganisation("acme"));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await readProjectionFile(path)).toMatchObject({
    projection: { generated_at: "2030-01-01T00:00:00.000Z", organisations: [{ id: "acme" }] },
  });
});

test("no temporary file is left next to the file", async () => {
  const directory = scratchDirectory();
  await updateProjectionFile(join(directory, "p.json"), now, withOrganisation("acme"));
  await updateProjectionFile(join(directory, "p.json"), now, withOrganisation("acme"));
  await updateProjectionFile(join(directory, "p.json"), now, withOrganisation("b"));
  expect(readdirSync(directory)).toEqual(["p.json"]);
});

test("the file keeps the mode that an operator gave it", async () => {
  const path = join(scratchDirectory(), "p.json");
  await updateProjectionFile(path, now, withOrganisation("a"));
  chmodSync(path, 0o640);
  await updateProjectionFile(path, now, withOrganisation("b"));
  expect(statSync(path).mode & 0o777).toBe(0o640);
});

test("behind a symbolic link the file is replaced, not the link", async () => {
  const directory = scratchDirectory();
  const link = join(directory, "link.json");
  await updateProjectionFile(join(directory, "p.json"), now, withOrganisation("a"));
  symlinkSync("p.json", link);
  await updateProjectionFile(link, now, withOrganisation("b"));
  expect(readFileSync(join(directory, "p.json"), "utf8")).toContain('"b"');
  expect(readFileSync(link, "utf8")).toContain('"b"');
});

describe("a problem leaves everything as it was", () => {
  test("a bad file is not overwritten", async () => {
    const path = join(scratchDirectory(), "p.json");
    writeFileSync(path, '{"version": 1');
    const updated = await updateProjectionFile(path, now, withOrganisation("acme"));
    expect(updated).toEqual({ problem: expect.stringMatching(/^\S+p\.json is not valid JSON/) });
    expect(readFileSync(path, "utf8")).toBe('{"version": 1');
  });

  test("several violations are reported in one line", async () => {
    const path = join(scratchDirectory(), "p.json");
    writeFileSync(path, "{}");
    expect(await readProjectionFile(path)).toEqual({ problem: `${path}: version is missing, must be 1 (and 3 more)` });
  });

  test("an edit that refuses makes no file and no directory", async () => {
    const directory = join(scratchDirectory(), "var");
    const updated = await updateProjectionFile(join(directory, "p.json"), now, () => ({ problem: "no" }));
    expect(updated).toEqual({ problem: "no" });
    expect(existsSync(directory)).toBe(false);
  });

  test("a process that lost its lock writes nothing", async () => {
    const path = join(scratchDirectory(), "p.json");
    await updateProjectionFile(path, now, withOrganisation("acme"));
    const before = readFileSync(path, "utf8");
    const updated = await updateProjectionFile(path, now, (projection, instant) => {
      rmSync(`${path}.lock`, { force: true });
      return withOrganisation("b")(projection, instant);
    });
    expect(updated).toEqual({ problem: `${path} was changed by another process meanwhile, try again` });
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  test("a directory in the file's place is a problem", async () => {
    const path = scratchDirectory();
    expect(await readProjectionFile(path)).toEqual({ problem: `${path} cannot be read: EISDIR` });
  });
});

test("operators who mint at the same time, in separate processes, lose no key", async () => {
  const path = join(scratchDirectory(), "p.json");
  await updateProjectionFile(path, now, withOrganisation("acme"));
  const run = () => promisify(execFile)(process.execPath, [childScript, path, "8"]);
  await Promise.all([run(), run(), run(), run()]);
  const read = await readProjectionFile(path);
  expect(read).toHaveProperty("projection.keys.length", 32);
});

const ensure = (path: string) => ensureDevelopmentProjection(path, randomBytes, now);

function secretOf(ensured: Awaited<ReturnType<typeof ensure>>): string | null {
  if ("problem" in ensured) throw new Error(ensured.problem);
  return ensured.secret;
}

test("it is in a folder of the working directory that is not under version control", () => {
  expect(developmentProjectionPath("/project")).toBe("/project/.winnow/projection.json");
  expect(readFileSync(new URL("../../.gitignore", import.meta.url), "utf8")).toContain("/.winnow/");
});

test("without a folder that can be written, the projection and its key are made in memory", () => {
  const { text, secret } = developmentProjectionText(randomBytes, now());
  expect(JSON.parse(text)).toMatchObject({
    organisations: [{ id: "development", tier: "scale" }],
    keys: [{ organisation: "development", sha256: digestSecret(secret) }],
  });
});

test("a missing folder is created, except below a file", async () => {
  const folder = scratchDirectory();
  expect(await canWriteBeside(join(folder, "new", "projection.json"))).toBe(true);
  writeFileSync(join(folder, "file"), "");
  await expect(canWriteBeside(join(folder, "file", "projection.json"))).rejects.toThrow();
});

test("the first start creates one key of tier scale and returns its secret; the next returns none", async () => {
  const path = join(scratchDirectory(), "var", "projection.json");
  const secret = secretOf(await ensure(path)) ?? "";
  expect(isSecret(secret)).toBe(true);
  const text = readFileSync(path, "utf8");
  expect(JSON.parse(text)).toMatchObject({
    organisations: [{ id: "development", tier: "scale", suspended: false }],
    keys: [{ organisation: "development", sha256: digestSecret(secret), revoked_at: null }],
  });
  expect(text).not.toContain(secret);
  expect(secretOf(await ensure(path))).toBeNull();
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("of two simultaneous first starts, one returns the secret that works", async () => {
  const path = join(scratchDirectory(), "projection.json");
  const secrets = (await Promise.all([ensure(path), ensure(path)])).map(secretOf).filter((each) => each !== null);
  expect(secrets).toHaveLength(1);
  expect(readFileSync(path, "utf8")).toContain(digestSecret(secrets[0] ?? ""));
});

test("a bad file is a problem, not a reason to make another key", async () => {
  const path = join(scratchDirectory(), "projection.json");
  writeFileSync(path, "{}");
  expect(await ensure(path)).toHaveProperty("problem");
  expect(readFileSync(path, "utf8")).toBe("{}");
});
