import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ErrorKind } from "../src/errors.ts";
import { ATTEMPTS_MAX, retryDelay } from "../src/retries.ts";
import { errorOfStatus } from "../src/status-errors.ts";

const service = { error: "engine_error", detail: "no such operating point" };

describe("an attempt that ended in", () => {
  test.each<[string, number, unknown, boolean]>([
    ["a throttle", 429, { message: "Too Many Requests" }, true],
    ["a throttle with another message", 429, { message: "Rate exceeded" }, true],
    ["a throttle without a body", 429, undefined, true],
    ["an exhausted quota", 429, { message: "Limit Exceeded" }, false],
    ["overload", 503, { message: "Service Unavailable" }, true],
    ["a 500 of the service", 500, service, false],
    ["a 500 of the platform", 500, { message: "Internal server error" }, true],
    ["a 500 in HTML", 500, undefined, true],
    ["a 502", 502, { message: "Bad Gateway" }, true],
    ["a 504", 504, undefined, true],
    ["a malformed request", 400, { error: "bad_request", detail: "" }, false],
    ["no key", 401, { message: "Unauthorized" }, false],
    ["no credit", 402, { message: "Payment Required" }, false],
    ["a refused key", 403, { Message: "explicit deny" }, false],
    ["no such path", 404, { error: "not_found", detail: "" }, false],
    ["a ceiling", 413, { error: "request_too_large", limit_name: "records", limit: 1, observed: 2 }, false],
    ["a body that is too long", 413, { message: "Request Too Long" }, false],
    ["a redirect", 302, undefined, false],
    ["a body that came too slowly", 408, { message: "Request Timeout" }, false],
  ])("%s (%i)", (_name, status, body, retried) => {
    expect(retryDelay(1, errorOfStatus(status, body), 0.5) !== null).toBe(retried);
  });

  test.each<[ErrorKind, boolean]>([
    ["connection_failed", true],
    ["timed_out", false],
    ["malformed_answer", false],
    ["wrong_echo", false],
    ["empty_selection", false],
  ])("%s", (kind, retried) => {
    expect(retryDelay(1, { kind, retryAfter: null }, 0) !== null).toBe(retried);
  });
});

describe("the message", () => {
  test.each<[string, number, unknown, RegExp]>([
    [
      "the service's 408",
      408,
      { message: "Request Timeout" },
      /took too long to arrive \(408, Request Timeout\): send less/,
    ],
    ["the service's 413", 413, { message: "Request Too Long" }, /\(413, Request Too Long\)/],
    ["a proxy's 413", 413, undefined, /\(413, not sent by the service itself\)/],
    ["a proxy's 403", 403, "<html>", /\(403, not sent by the service itself\)/],
    ["a proxy's 400", 400, undefined, /malformed: 400, not sent by the service itself/],
    ["an unknown status", 405, undefined, /405: see what runs at baseUrl/],
  ])("of %s names the sender and what to do", (_name, status, body, expected) => {
    expect(errorOfStatus(status, body).message).toMatch(expected);
  });
});

describe("the wait", () => {
  const throttled = { kind: "throttled", retryAfter: null } as const;

  test.each([
    [1, 200],
    [2, 400],
    [3, 800],
  ])("after attempt %i lies below %i milliseconds, by chance", (attempt, mostMs) => {
    expect(retryDelay(attempt, throttled, 0)).toBe(0);
    expect(retryDelay(attempt, throttled, 0.5)).toBe(mostMs / 2);
  });

  test("is never shorter than the service asks for", () => {
    expect(retryDelay(1, { ...throttled, retryAfter: 3_000 }, 0)).toBe(3_000);
    expect(retryDelay(1, { ...throttled, retryAfter: 3_000 }, 0.5)).toBe(3_100);
  });

  test("does not happen if the service forbids a retry, or after the last attempt", () => {
    expect(retryDelay(1, { ...throttled, retryAfter: "never" }, 0)).toBeNull();
    expect(retryDelay(ATTEMPTS_MAX, throttled, 0)).toBeNull();
  });

  test("is bounded for every attempt and random value", () => {
    const attempt = fc.integer({ min: 1, max: ATTEMPTS_MAX - 1 });
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(attempt, chance, (at, by) => {
        const waitMs = retryDelay(at, throttled, by);
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(waitMs).toBeLessThan(5_000);
      }),
    );
  });
});
