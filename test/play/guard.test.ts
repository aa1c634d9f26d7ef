import { describe, expect, test } from "vitest";
import { authoritiesOf, isLoopback, refusalOf } from "../../src/play/guard.ts";

const authorities = authoritiesOf("127.0.0.1", 8090);
const own = { host: "127.0.0.1:8090", origin: "http://127.0.0.1:8090", "content-type": "application/json" };

test.each([
  ["127.0.0.1", true],
  ["127.8.9.10", true],
  ["::1", true],
  ["0.0.0.0", false],
  ["::", false],
  ["192.168.1.2", false],
  ["127.0.0.1.example.com", false],
  ["2130706433", false],
  ["localhost", false],
  ["", false],
])("an address of this machine alone: %j is %s", (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

describe("which requests are accepted", () => {
  test.each([
    ["a page that is opened", "GET", { host: "127.0.0.1:8090" }],
    ["the same by its other name", "GET", { host: "LocalHost:8090" }],
    ["what the page posts", "POST", own],
    ["the same, with a browser's headers", "POST", { ...own, "sec-fetch-site": "same-origin" }],
  ])("%s", (_name, method, headers) => {
    expect(refusalOf(method, headers, authorities)).toBeNull();
  });

  test("an address with colons in it", () => {
    expect(refusalOf("GET", { host: "[::1]:8090" }, authoritiesOf("::1", 8090))).toBeNull();
  });
});

test.each([
  ["a host name that resolves to this machine", "GET", { host: "evil.example:8090" }, 403],
  ["the address with another port", "GET", { host: "127.0.0.1:80" }, 403],
  ["no host at all", "GET", {}, 403],
  [
    "a post under a foreign name",
    "POST",
    { ...own, host: "evil.example:8090", origin: "http://evil.example:8090" },
    403,
  ],
  ["a post of another site", "POST", { ...own, origin: "http://evil.example" }, 403],
  ["a post of another server on this machine", "POST", { ...own, origin: "http://127.0.0.1:3000" }, 403],
  ["a post of a file or a frame without an origin", "POST", { ...own, origin: "null" }, 403],
  ["a post without an origin header", "POST", { ...own, origin: undefined }, 403],
  ["a post that the browser marks as cross-site", "POST", { ...own, "sec-fetch-site": "cross-site" }, 403],
  ["a form", "POST", { ...own, "content-type": "text/plain" }, 415],
  ["a preflight", "OPTIONS", own, 405],
])("refuses %s", (_name, method, headers, status) => {
  expect(refusalOf(method, headers, authorities)).toMatchObject({ status });
});
