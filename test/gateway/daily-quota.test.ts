import { expect, test } from "vitest";
import { quotaSpent, refund, reserve, rollTo, utcDay } from "../../src/gateway/daily-quota.ts";

test("a day turns at midnight UTC", () => {
  const lastMoment = utcDay(Date.parse("2030-01-31T23:59:59.999Z"));
  expect(utcDay(Date.parse("2030-02-01T00:00:00Z"))).toBe(lastMoment + 1);
  expect(utcDay(Date.parse("2030-02-01T01:00:00+02:00"))).toBe(lastMoment);
});

test.each([
  ["the same day keeps the count", 100, 7],
  ["the next day starts anew", 101, 0],
  ["a step back over midnight keeps the count", 99, 7],
  ["a clock that comes back from far ahead starts anew", 98, 0],
])("%s", (_, day, used) => {
  expect(rollTo({ day: 100, used: 7 }, day).used).toBe(used);
});

test.each([
  ["under the quota", 4, 5, false],
  ["at the quota", 5, 5, true],
  ["over a quota that was lowered", 9, 5, true],
  ["without a quota", 1e15, null, false],
  ["a quota of nothing", 0, 0, true],
])("%s", (_, used, quota, spent) => {
  expect(quotaSpent({ day: 1, used }, quota)).toBe(spent);
});

test("a refund undoes a reservation of its own day only", () => {
  const reserved = reserve({ day: 100, used: 3 });
  expect(refund(reserved, 100)).toEqual({ day: 100, used: 3 });
  expect(refund({ day: 101, used: 3 }, 100)).toEqual({ day: 101, used: 3 });
  expect(refund({ day: 100, used: 0 }, 100)).toEqual({ day: 100, used: 0 });
});
