import { describe, expect, test } from "vitest";
import { parseProjection } from "../../src/config/projection.ts";
import {
  addKey,
  createOrganisation,
  type Edited,
  emptyProjection,
  revokeKey,
  setSuspended,
  setTier,
} from "../../src/keys/projection-edits.ts";
import { mintSecret } from "../../src/keys/secret.ts";
import { unwrap } from "../config/checked.ts";

const start = "2030-01-01T00:00:00.000Z";
const later = "2030-02-02T00:00:00.000Z";
const secret = mintSecret((count) => new Uint8Array(count).fill(7));
const empty = emptyProjection(start);

function projectionOf(edited: Edited) {
  if ("problem" in edited) throw new Error(edited.problem);
  return edited.projection;
}

const acme = projectionOf(createOrganisation(empty, "acme", "free"));
const keyed = projectionOf(addKey(acme, "acme", { keyId: "k1", secret }, start));

test("servers accept a projection made by edits", () => {
  expect(unwrap(parseProjection(JSON.stringify(keyed), "p.json"))).toEqual(keyed);
});

test("a key is stored as its digest, never as its secret", () => {
  expect(JSON.stringify(keyed)).not.toContain(secret);
  expect(keyed.keys[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test("suspending, resuming and moving change only that organisation", () => {
  const both = projectionOf(createOrganisation(keyed, "other", "free"));
  const suspended = projectionOf(setSuspended(both, "acme", true));
  expect(suspended.organisations).toEqual([
    { id: "acme", tier: "free", suspended: true },
    { id: "other", tier: "free", suspended: false },
  ]);
  expect(projectionOf(setSuspended(suspended, "acme", false))).toEqual(both);
  expect(projectionOf(setTier(both, "acme", "scale")).organisations[0]?.tier).toBe("scale");
});

test("a key is revoked once and keeps that date", () => {
  const revoked = projectionOf(revokeKey(keyed, "k1", start));
  expect(revoked.keys[0]?.revoked_at).toBe(start);
  expect(projectionOf(revokeKey(revoked, "k1", later)).keys[0]?.revoked_at).toBe(start);
});

describe("problems", () => {
  test.each([
    ["an organisation twice", createOrganisation(acme, "acme", "free"), "organisation acme exists already"],
    [
      "an invalid name",
      createOrganisation(empty, "a b", "free"),
      "organisation must be 1 to 64 of the characters A-Z a-z 0-9 . _ -",
    ],
    ["suspending an unknown organisation", setSuspended(empty, "acme", true), "organisation acme does not exist"],
    ["an invalid name is not repeated", setTier(empty, "\u001b[31m", "free"), "organisation does not exist"],
    [
      "a key for an unknown organisation",
      addKey(empty, "acme", { keyId: "k1", secret }, start),
      "organisation acme does not exist",
    ],
    ["a key twice", addKey(keyed, "acme", { keyId: "k1", secret }, start), "key k1 exists already"],
    ["revoking no key", revokeKey(keyed, "k2", start), "key k2 does not exist"],
    [
      "a secret is not repeated",
      revokeKey(keyed, secret, start),
      "that is a key's secret, expected its key id as `keys list` prints it",
    ],
  ])("%s", (_, edited, problem) => {
    expect(edited).toEqual({ problem });
  });
});
