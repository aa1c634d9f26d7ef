import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { orgsCommand } from "../../src/cli/orgs.ts";
import { scratchDirectory } from "../keys/scratch.ts";
import { runCommand } from "./run-command.ts";

function scratchOrgs() {
  const directory = scratchDirectory();
  const path = join(directory, "p.json");
  return { directory, path, orgs: (...args: string[]) => runCommand(orgsCommand(), [...args, "--projection", path]) };
}

test("an organisation is created, moved, suspended and resumed", async () => {
  const { orgs, path } = scratchOrgs();
  const outs = [
    await orgs("create", "acme", "--tier", "free"),
    await orgs("set-tier", "acme", "--tier", "scale"),
    await orgs("suspend", "acme"),
    await orgs("resume", "acme"),
  ].map((run) => run.out);
  expect(outs).toEqual([
    `organisation acme is on tier free in ${path}\n`,
    `organisation acme is on tier scale in ${path}\n`,
    `organisation acme is suspended in ${path}\n`,
    `organisation acme is active in ${path}\n`,
  ]);
});

test("list shows tier, state and how many keys work", async () => {
  const { orgs } = scratchOrgs();
  await orgs("create", "acme", "--tier", "free");
  await orgs("create", "zeta-2", "--tier", "scale");
  await orgs("suspend", "acme");
  expect((await orgs("list")).out).toBe(
    "ORG     TIER   STATE      ACTIVE_KEYS\nacme    free   suspended  0\nzeta-2  scale  active     0\n",
  );
  expect(JSON.parse((await orgs("list", "--json")).out)).toEqual([
    { organisation: "acme", tier: "free", state: "suspended", active_keys: 0 },
    { organisation: "zeta-2", tier: "scale", state: "active", active_keys: 0 },
  ]);
});

test("a tiers file replaces the shipped tiers", async () => {
  const { orgs, directory } = scratchOrgs();
  const tiers = join(directory, "t.json");
  const limits = { max_input_tokens: 1, max_records: 1, rate_per_second: 1, burst: 1, daily_quota: null };
  writeFileSync(tiers, JSON.stringify({ tiny: limits }));
  expect((await orgs("create", "acme", "--tier", "tiny", "--tiers", tiers)).failure).toBeNull();
  expect((await orgs("create", "b", "--tier", "free", "--tiers", tiers)).failure).toBe("tier must be one of tiny");
});

test("without a tiers file any tier name is accepted, with a warning", async () => {
  const { orgs, path } = scratchOrgs();
  expect(await orgs("create", "acme", "--tier", "gold")).toEqual({
    out: `organisation acme is on tier gold in ${path}\n`,
    err: "warning: gold is not one of the shipped tiers free, standard, scale; the service needs a tiers file\n",
    failure: null,
  });
});

describe("failures are one line", () => {
  test.each([
    [
      "an invalid tier",
      ["create", "acme", "--tier", "a b"],
      "tier must be 1 to 64 of the characters A-Z a-z 0-9 . _ -",
    ],
    [
      "an invalid name",
      ["create", "a/b", "--tier", "free"],
      "organisation must be 1 to 64 of the characters A-Z a-z 0-9 . _ -",
    ],
    [
      "a missing tiers file",
      ["create", "acme", "--tier", "free", "--tiers", "/none"],
      "tiers file /none cannot be read: ENOENT",
    ],
  ])("%s", async (_, args, problem) => {
    const { orgs, path } = scratchOrgs();
    expect(await orgs(...args)).toEqual({ out: "", err: "", failure: problem });
    expect(existsSync(path)).toBe(false);
  });

  test("the same organisation twice", async () => {
    const { orgs } = scratchOrgs();
    await orgs("create", "acme", "--tier", "free");
    expect((await orgs("create", "acme", "--tier", "free")).failure).toBe("organisation acme exists already");
  });

  test("suspending an unknown organisation", async () => {
    const { orgs } = scratchOrgs();
    await orgs("create", "acme", "--tier", "free");
    expect((await orgs("suspend", "nobody")).failure).toBe("organisation nobody does not exist");
  });
});
