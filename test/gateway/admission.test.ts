import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atOnce } from "../../src/config/projection.ts";
import type { Tier, Tiers } from "../../src/config/tiers.ts";
import { bearerToken, createAdmission } from "../../src/gateway/admission.ts";
import { createMemoryCounters } from "../../src/gateway/counters.ts";
import { indexKeys } from "../../src/gateway/key-ring.ts";
import { manualClock } from "../time/manual-clock.ts";
import { generatedAt, key, organisation, projection, secretOf } from "./projections.ts";

const small: Tier = {
  name: "small",
  maxInputTokens: 1,
  maxRecords: 1,
  ratePerSecond: 1,
  burst: 2,
  dailyQuota: 1,
  weight: 1,
  maxComputeMs: 60_000,
};
const large: Tier = {
  ...small,
  name: "large",
  ratePerSecond: 100,
  burst: 100,
  dailyQuota: null,
  weight: 1,
  maxComputeMs: 60_000,
};
const tiers: Tiers = new Map([small, large].map((tier) => [tier.name, tier]));
const bearer = (keyId: string) => `Bearer ${secretOf(keyId)}`;

function gateway(tier: string, maxAgeMs: number | null = null) {
  const clock = manualClock(generatedAt);
  const keys = [key("k1", "acme"), key("k2", "acme"), key("old", "acme", generatedAt), key("k9", "stopped")];
  const ringWith = (name: string) =>
    atOnce(indexKeys(projection([organisation("acme", name), organisation("stopped", name, true)], keys), maxAgeMs));
  let ring = ringWith(tier);
  const counters = createMemoryCounters(clock);
  const { admit } = createAdmission({ ring: () => ring, tiers, counters, clock });
  const outcome = async (header: string | undefined, counts = false) => {
    const answer = await admit(header, counts);
    return "refused" in answer ? answer.refused : "admitted";
  };
  return {
    admit,
    outcome,
    clock,
    moveTo: (name: string) => {
      ring = ringWith(name);
    },
    remove: () => {
      ring = atOnce(indexKeys(projection([], []), maxAgeMs));
    },
  };
}

describe("the header", () => {
  test.each([
    ["absent", undefined, "unauthenticated"],
    ["empty", "", "forbidden"],
    ["of another scheme", "Basic YTpi", "forbidden"],
    ["a bare key", secretOf("k1"), "forbidden"],
    ["two values in one", `${bearer("k1")}, ${bearer("k1")}`, "forbidden"],
    ["an unknown key", bearer("k3"), "forbidden"],
    ["a revoked key", bearer("old"), "forbidden"],
    ["a key of a suspended organisation", bearer("k9"), "forbidden"],
    ["a key", bearer("k1"), "admitted"],
    ["a key, the scheme in small letters", bearer("k1").replace("Bearer", "bearer"), "admitted"],
  ])("%s", async (_, header, outcome) => {
    expect(await gateway("large").outcome(header)).toBe(outcome);
  });

  test("every refused key gets the same refusal", async () => {
    const { admit } = gateway("large");
    const answers = await Promise.all(
      ["Bearer", bearer("k3"), bearer("old"), bearer("k9")].map((each) => admit(each, true)),
    );
    expect(new Set(answers.map((each) => JSON.stringify(each)))).toEqual(
      new Set(['{"refused":"forbidden","retryAfterMs":null}']),
    );
  });
});

test("an admitted caller has its organisation, key and tier", async () => {
  expect(await gateway("small").admit(bearer("k2"), true)).toMatchObject({
    caller: { organisation: "acme", keyId: "k2", tier: small },
  });
});

test("a stale projection admits no key", async () => {
  const { outcome, clock } = gateway("large", 1_000);
  clock.pass(1_000);
  expect(await outcome(bearer("k1"))).toBe("admitted");
  clock.pass(1);
  expect(await outcome(bearer("k1"))).toBe("forbidden");
  expect(await outcome(undefined)).toBe("unauthenticated");
});

describe("limits", () => {
  test("the keys of an organisation share its rate", async () => {
    const { outcome, admit } = gateway("small");
    expect([await outcome(bearer("k1")), await outcome(bearer("k2"))]).toEqual(["admitted", "admitted"]);
    expect(await admit(bearer("k2"), false)).toEqual({
      refused: "throttled",
      retryAfterMs: 1_000,
      organisation: "acme",
    });
  });

  test("rate is checked before quota, and an exhausted quota names no wait", async () => {
    const { outcome, admit, clock } = gateway("small");
    expect(await outcome(bearer("k1"), true)).toBe("admitted");
    expect(await admit(bearer("k1"), true)).toEqual({
      refused: "quota_spent",
      retryAfterMs: null,
      organisation: "acme",
    });
    expect(await outcome(bearer("k1"))).toBe("admitted");
    expect(await outcome(bearer("k1"), true)).toBe("throttled");
    clock.pass(1_000);
    expect(await outcome(bearer("k1"), true)).toBe("quota_spent");
  });

  test("refused keys use nothing of the organisation's rate", async () => {
    const { outcome } = gateway("small");
    for (let call = 0; call < 10; call++) await outcome(bearer("old"), true);
    expect(await outcome(bearer("k1"), true)).toBe("admitted");
  });

  test("a refund admits the next call", async () => {
    const { admit, outcome } = gateway("small");
    const answer = await admit(bearer("k1"), true);
    if (!("refund" in answer)) throw new Error(answer.refused);
    answer.refund();
    expect(await outcome(bearer("k1"), true)).toBe("admitted");
  });
});

describe("a projection that changes", () => {
  test("a new tier applies from the next call, and today's use still counts", async () => {
    const { outcome, moveTo } = gateway("small");
    expect(await outcome(bearer("k1"), true)).toBe("admitted");
    expect(await outcome(bearer("k1"), true)).toBe("quota_spent");
    moveTo("large");
    expect(await outcome(bearer("k1"), true)).toBe("admitted");
    moveTo("small");
    expect(await outcome(bearer("k1"), true)).not.toBe("admitted");
  });

  test("an unknown tier admits no call", async () => {
    const { outcome, moveTo } = gateway("small");
    moveTo("gone");
    expect(await outcome(bearer("k1"))).toBe("forbidden");
  });

  test("counters of removed organisations are dropped", async () => {
    const { outcome, moveTo, remove } = gateway("small");
    expect(await outcome(bearer("k1"), true)).toBe("admitted");
    remove();
    expect(await outcome(bearer("k1"), true)).toBe("forbidden");
    moveTo("small");
    expect(await outcome(bearer("k1"), true)).toBe("admitted");
  });
});

describe("one bearer token", () => {
  test.each([
    ["Bearer abc", "abc"],
    ["bearer abc", "abc"],
    ["BEARER abc", "abc"],
    ["Bearer   abc", "abc"],
    ["Bearer A-z_0.9~+/==", "A-z_0.9~+/=="],
    ["Bearer Bearer", "Bearer"],
  ])("%j holds %j", (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });
});

describe("any other header has no token", () => {
  test.each([
    "",
    " ",
    "Bearer",
    "Bearer ",
    "Bearerabc",
    "Bearer\tabc",
    " Bearer abc",
    "Bearer abc ",
    "Bearer abc def",
    "Bearer abc, Bearer abc",
    "Bearer abc,Bearer def",
    "Bearer =abc",
    "Bearer a=b",
    'Bearer "abc"',
    "Bearer abc\n",
    "Bearer äbc",
    "Bearer abc\u0000",
    "Basic YTpi",
    "Token abc",
    "abc",
    "Bearer: abc",
    `Bearer ${"a".repeat(1000)}`,
  ])("%j", (header) => {
    expect(bearerToken(header)).toBeNull();
  });
});

test("a token extends to the end of the header", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `Bearer ${text}`),
      ),
      (header) => {
        const token = bearerToken(header);
        expect(token === null || header.endsWith(` ${token}`)).toBe(true);
        expect(token ?? "x").not.toMatch(/[\s,]/);
      },
    ),
  );
});
