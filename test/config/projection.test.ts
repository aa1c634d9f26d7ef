import { describe, expect, test } from "vitest";
import { atOnce, parseProjection, parseServedProjection } from "../../src/config/projection.ts";
import { shippedTiers } from "../../src/config/tiers.ts";
import { VIOLATIONS_SHOWN_MAX } from "../../src/config/violations.ts";
import { unwrap, violationsOf } from "./checked.ts";

const instant = "2030-01-31T12:00:00Z";
const organisation = { id: "acme", tier: "free", suspended: false };
const key = { id: "k1", organisation: "acme", sha256: "a".repeat(64), created_at: instant, revoked_at: null };
const whole = { version: 1, generated_at: instant, organisations: [organisation], keys: [key] };
const parse = (file: unknown) => parseProjection(JSON.stringify(file), "p.json");

test("a complete projection is read, without fields of later versions", () => {
  expect(unwrap(parse({ ...whole, comment: "x", keys: [{ ...key, label: "y" }] }))).toEqual(whole);
});

test("instants may carry an offset", () => {
  expect(unwrap(parse({ ...whole, generated_at: "2030-01-31T14:00:00.5+02:00" })).generated_at).toContain("+02:00");
});

describe("one line for each violation", () => {
  const twin = { ...key, id: "k2" };
  test.each([
    ["another version", { ...whole, version: 2 }, "p.json: version must be 1"],
    [
      "no date",
      { ...whole, generated_at: "today" },
      "p.json: generated_at must be an ISO 8601 instant such as 2030-01-31T12:00:00Z",
    ],
    ["no list", { ...whole, keys: {} }, "p.json: keys must be an array"],
    [
      "an organisation without a state",
      { ...whole, organisations: [{ ...organisation, suspended: undefined }] },
      "p.json: organisations[0].suspended is missing, must be true or false",
    ],
    [
      "an organisation twice",
      { ...whole, organisations: [organisation, organisation] },
      "p.json: organisations[1].id appears twice",
    ],
    [
      "a key's id twice",
      { ...whole, keys: [key, { ...key, sha256: "b".repeat(64) }] },
      "p.json: keys[1].id appears twice",
    ],
    ["one secret under two keys", { ...whole, keys: [key, twin] }, "p.json: keys[1].sha256 appears twice"],
    [
      "a key without an organisation",
      { ...whole, organisations: [] },
      "p.json: keys[0].organisation is not among the organisations",
    ],
    [
      "a key that does not say whether it is revoked",
      { ...whole, keys: [{ ...key, revoked_at: undefined }] },
      "p.json: keys[0].revoked_at is missing, must be an ISO 8601 instant such as 2030-01-31T12:00:00Z",
    ],
    [
      "a digest in capitals",
      { ...whole, keys: [{ ...key, sha256: "A".repeat(64) }] },
      "p.json: keys[0].sha256 must be a SHA-256 digest of 64 lower-case hexadecimal digits",
    ],
  ])("%s", (_, file, line) => {
    expect(violationsOf(parse(file))).toEqual([line]);
  });

  test("a secret pasted into any field is not repeated", () => {
    const mark = "wnw_PLANTED";
    const files = [
      `${mark} {`,
      JSON.stringify({ ...whole, generated_at: mark }),
      JSON.stringify({ ...whole, keys: [{ ...key, sha256: mark, created_at: mark }] }),
    ];
    const reported = files.flatMap((text) => violationsOf(parseProjection(text, "p.json")));
    expect(reported).toHaveLength(4);
    expect(reported.join()).not.toContain(mark);
  });

  test("a file of nothing but violations is reported in a few lines, quickly", () => {
    const keys = Array.from({ length: 200_000 }, () => ({}));
    expect(violationsOf(parse({ ...whole, keys }))).toHaveLength(VIOLATIONS_SHOWN_MAX);
  });
});

describe("a server's projection", () => {
  const parseServed = (tier: string) =>
    atOnce(
      parseServedProjection(
        JSON.stringify({ ...whole, organisations: [{ ...organisation, tier }] }),
        "p.json",
        shippedTiers,
      ),
    );

  test("names known tiers", () => {
    expect(unwrap(parseServed("scale")).organisations[0]?.tier).toBe("scale");
  });

  test.each(["gold", "__proto__", "constructor"])("does not name the unknown tier %s", (tier) => {
    expect(violationsOf(parseServed(tier))).toEqual([
      "p.json: organisations[0].tier must be one of the tiers free, standard, scale",
    ]);
  });
});
