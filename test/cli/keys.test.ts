import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { keysCommand } from "../../src/cli/keys.ts";
import { orgsCommand } from "../../src/cli/orgs.ts";
import { digestSecret, isSecret } from "../../src/keys/secret.ts";
import { scratchDirectory } from "../keys/scratch.ts";
import { runCommand } from "./run-command.ts";

async function withOrganisation() {
  const path = join(scratchDirectory(), "p.json");
  const keys = (...args: string[]) => runCommand(keysCommand(), [...args, "--projection", path]);
  await runCommand(orgsCommand(), ["create", "acme", "--tier", "free", "--projection", path]);
  return { path, keys, text: () => readFileSync(path, "utf8") };
}

const keyIdIn = (text: string) => /key_[0-9A-Za-z]{11}/.exec(text)?.[0] ?? "";

test("mint prints the secret alone on standard output, and stores its digest", async () => {
  const { keys, text } = await withOrganisation();
  const { out, err, failure } = await keys("mint", "--org", "acme");
  const secret = out.trimEnd();
  expect(failure).toBeNull();
  expect(out).toBe(`${secret}\n`);
  expect(isSecret(secret)).toBe(true);
  expect(text()).toContain(digestSecret(secret));
  expect(text()).toContain(keyIdIn(err));
  expect(text() + err).not.toContain(secret);
});

test("list shows keys and states, never a secret or a digest", async () => {
  const { keys, path } = await withOrganisation();
  const secrets = [(await keys("mint", "--org", "acme")).out.trim(), (await keys("mint", "--org", "acme")).out.trim()];
  const revoked = keyIdIn((await keys("list")).out);
  expect(await keys("revoke", revoked)).toMatchObject({ out: `key ${revoked} is revoked in ${path}\n`, failure: null });
  const table = (await keys("list")).out;
  const json = (await keys("list", "--json")).out;
  expect(table.split("\n").map((line) => line.split(/ +/))).toEqual([
    ["KEY_ID", "ORG", "CREATED", "STATE"],
    [revoked, "acme", expect.stringMatching(/^\d{4}-.*Z$/), "revoked"],
    [expect.stringMatching(/^key_/), "acme", expect.stringMatching(/^\d{4}-.*Z$/), "active"],
    [""],
  ]);
  expect(JSON.parse(json)).toMatchObject([
    { key_id: revoked, organisation: "acme", state: "revoked", revoked_at: expect.any(String) },
    { organisation: "acme", state: "active", revoked_at: null },
  ]);
  for (const secret of secrets) {
    expect(table + json).not.toContain(secret);
    expect(table + json).not.toContain(digestSecret(secret));
  }
});

test("list can be narrowed to one organisation", async () => {
  const { keys, path } = await withOrganisation();
  await runCommand(orgsCommand(), ["create", "other", "--tier", "free", "--projection", path]);
  await keys("mint", "--org", "acme");
  const other = keyIdIn((await keys("mint", "--org", "other")).err);
  const listed = JSON.parse((await keys("list", "--org", "other", "--json")).out);
  expect(listed).toMatchObject([{ key_id: other, organisation: "other" }]);
});

test("the projection may come from WINNOW_PROJECTION", async () => {
  const { path, text } = await withOrganisation();
  vi.stubEnv("WINNOW_PROJECTION", path);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { failure } = await runCommand(keysCommand(), ["mint", "--org", "acme"]);
  expect(failure).toBeNull();
  expect(text()).toContain("key_");
});

describe("failures are one line", () => {
  test.each([
    ["an unknown organisation", ["mint", "--org", "nobody"], "organisation nobody does not exist"],
    ["an unknown key", ["revoke", "key_x"], "key key_x does not exist"],
    ["keys of an unknown organisation", ["list", "--org", "nobody"], "organisation nobody does not exist"],
  ])("%s", async (_, args, failure) => {
    const { keys, text } = await withOrganisation();
    const before = text();
    expect(await keys(...args)).toEqual({ out: "", err: "", failure });
    expect(text()).toBe(before);
  });

  test.each([["mint", "--org", "acme"], ["list"], ["revoke", "key_x"]])("no projection: %s", async (...args) => {
    const path = join(scratchDirectory(), "p.json");
    const failure = `${path} does not exist; \`orgs create\` creates it`;
    expect(await runCommand(keysCommand(), [...args, "--projection", path])).toEqual({ out: "", err: "", failure });
  });

  test("a bad projection", async () => {
    const { keys, path } = await withOrganisation();
    writeFileSync(path, "[]");
    expect(await keys("mint", "--org", "acme")).toEqual({
      out: "",
      err: "",
      failure: `${path} must be an object`,
    });
  });

  test("a secret given to revoke is not repeated", async () => {
    const { keys } = await withOrganisation();
    const secret = (await keys("mint", "--org", "acme")).out.trim();
    const { failure } = await keys("revoke", secret);
    expect(failure).toMatch(/^that is a key's secret/);
    expect(failure).not.toContain(secret);
  });
});

test.each([
  ["no organisation", ["mint"], "commander.missingMandatoryOptionValue"],
  ["no key id", ["revoke"], "commander.missingArgument"],
  ["an unknown option", ["list", "--all"], "commander.unknownOption"],
  ["an unknown command", ["destroy"], "commander.unknownCommand"],
  ["no command", [], "commander.help"],
])("a usage error has its own exit code: %s", async (_, args, failure) => {
  expect((await runCommand(keysCommand(), args)).failure).toBe(failure);
});

describe("in its own process", () => {
  const winnow = fileURLToPath(new URL("../../bin/winnow", import.meta.url));
  const run = (...args: string[]) => spawnSync(winnow, args, { encoding: "utf8" });

  test("mints with exit code 0, the secret alone on standard output", async () => {
    const { path } = await withOrganisation();
    const { status, stdout, stderr } = run("keys", "mint", "--org", "acme", "--projection", path);
    expect({ status, secret: isSecret(stdout.trimEnd()) }).toEqual({ status: 0, secret: true });
    expect(stderr).toContain(keyIdIn(run("keys", "list", "--projection", path).stdout));
  });

  test("fails with exit code 1 and one line", async () => {
    const { path } = await withOrganisation();
    const { status, stdout, stderr } = run("keys", "revoke", "key_x", "--projection", path);
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: "winnow: key key_x does not exist\n" });
  });

  test("exits with code 2 on a usage error", () => {
    expect(run("keys", "mint").status).toBe(2);
  });
});
