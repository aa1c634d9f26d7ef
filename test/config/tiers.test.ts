import { describe, expect, test } from "vitest";
import { parseTiers, shippedTiers } from "../../src/config/tiers.ts";
import { unwrap, violationsOf } from "./checked.ts";

const limits = { max_input_tokens: 10, max_records: 2, rate_per_second: 0.5, burst: 3, daily_quota: 4 };
const parse = (file: unknown) => parseTiers(JSON.stringify(file), "t.json");

test("the shipped tiers", () => {
  const rows = [...shippedTiers.values()].map((tier) => Object.values(tier));
  expect(rows).toEqual([
    ["free", 100_000, 1_000, 5, 10, 5_000, 1, 1_000],
    ["standard", 500_000, 5_000, 50, 100, 250_000, 4, 3_000],
    ["scale", 2_000_000, 50_000, 500, 1_000, null, 16, 10_000],
  ]);
});

test("a file replaces them as a whole", () => {
  const tiers = unwrap(parse({ tiny: limits, open: { ...limits, daily_quota: null } }));
  expect([...tiers.keys()]).toEqual(["tiny", "open"]);
  expect(tiers.get("tiny")).toEqual({
    name: "tiny",
    maxInputTokens: 10,
    maxRecords: 2,
    ratePerSecond: 0.5,
    burst: 3,
    dailyQuota: 4,
    weight: 1,
    maxComputeMs: 10_000,
  });
  expect(tiers.get("open")?.dailyQuota).toBeNull();
  const heavy = unwrap(parse({ heavy: { ...limits, weight: 8, max_compute_ms: 250 } })).get("heavy");
  expect([heavy?.weight, heavy?.maxComputeMs]).toEqual([8, 250]);
});

describe("one line for each violation", () => {
  test.each([
    ["not an object", [], "t.json is [], must be an object from tier name to limits"],
    ["no tier", {}, "t.json names no tier"],
    ["limits that are not an object", { a: 5 }, "t.json: a is 5, must be an object with the limits of a tier"],
    ["a limit of zero", { a: { ...limits, burst: 0 } }, "t.json: a.burst is 0, must be an integer from 1 to 1000000"],
    [
      "a fraction",
      { a: { ...limits, max_records: 1.5 } },
      "t.json: a.max_records is 1.5, must be an integer from 1 to 2147483647",
    ],
    [
      "a rate of zero",
      { a: { ...limits, rate_per_second: 0 } },
      "t.json: a.rate_per_second is 0, must be a number above 0, up to 1000000",
    ],
    [
      "text",
      { a: { ...limits, daily_quota: "none" } },
      't.json: a.daily_quota is "none", must be an integer from 0, or null for no quota',
    ],
    ["an unknown limit", { a: { ...limits, per_minute: 1 } }, "t.json: a.per_minute is not known"],
    [
      "a missing limit",
      { a: { ...limits, burst: undefined } },
      "t.json: a.burst is missing, must be an integer from 1 to 1000000",
    ],
    [
      "a name with a line break",
      { "a\nb": limits },
      't.json: tier name is "a\\nb", must be 1 to 64 of the characters A-Z a-z 0-9 . _ -',
    ],
  ])("%s", (_, file, line) => {
    expect(violationsOf(parse(file))).toEqual([line]);
  });

  test("invalid JSON is quoted on one line, and a byte order mark is ignored", () => {
    expect(violationsOf(parseTiers('{"a":\nx}', "t.json"))).toEqual([
      't.json is not valid JSON: Unexpected token \'x\', "{"a": x}"',
    ]);
    expect(violationsOf(parseTiers("\ufeff{}", "t.json"))).toEqual(["t.json names no tier"]);
  });

  test("a number that JSON.parse reads as infinity is rejected", () => {
    expect(violationsOf(parseTiers('{"a":{"burst":1e999}}', "t.json")).join()).toContain("a.burst is null, must be");
  });
});
