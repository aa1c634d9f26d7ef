import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bearerToken } from "../../src/gateway/bearer.ts";

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

describe("anything else is none", () => {
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

test("what is found stands in the header, whole and at its end", () => {
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
