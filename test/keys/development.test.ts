import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  canWriteBeside,
  developmentProjectionPath,
  developmentProjectionText,
  ensureDevelopmentProjection,
} from "../../src/keys/development.ts";
import { digestSecret, isSecret } from "../../src/keys/secret.ts";
import { scratchDirectory } from "./scratch.ts";

const now = () => new Date("2030-01-01T00:00:00Z");
const ensure = (path: string) => ensureDevelopmentProjection(path, randomBytes, now);

function secretOf(ensured: Awaited<ReturnType<typeof ensure>>): string | null {
  if ("problem" in ensured) throw new Error(ensured.problem);
  return ensured.secret;
}

test("it stands in a folder of the working directory that is not under version control", () => {
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

test("a folder is made where it is missing, and one below a file cannot be", async () => {
  const folder = scratchDirectory();
  expect(await canWriteBeside(join(folder, "new", "projection.json"))).toBe(true);
  writeFileSync(join(folder, "file"), "");
  await expect(canWriteBeside(join(folder, "file", "projection.json"))).rejects.toThrow();
});

test("the first start makes one key of tier scale and tells its secret; the next tells nothing", async () => {
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

test("of two first starts at once, one tells the secret that works", async () => {
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
