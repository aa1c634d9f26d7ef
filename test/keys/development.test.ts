import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { developmentProjectionPath, ensureDevelopmentProjection } from "../../src/keys/development.ts";
import { digestSecret, isSecret } from "../../src/keys/secret.ts";
import { scratchDirectory } from "./scratch.ts";

const now = () => new Date("2030-01-01T00:00:00Z");
const ensure = (path: string) => ensureDevelopmentProjection(path, randomBytes, now);

function secretOf(ensured: Awaited<ReturnType<typeof ensure>>): string | null {
  if ("problem" in ensured) throw new Error(ensured.problem);
  return ensured.secret;
}

test("it stands in var/ of the project, which is not under version control", () => {
  expect(basename(dirname(developmentProjectionPath))).toBe("var");
  const root = dirname(dirname(developmentProjectionPath));
  expect(readFileSync(join(root, ".gitignore"), "utf8")).toContain("/var/");
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
