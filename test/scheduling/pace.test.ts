import { expect, test } from "vitest";
import { createPace } from "../../src/scheduling/pace.ts";

test("what calls take is learned from those before", () => {
  const pace = createPace();
  for (let call = 0; call < 100; call++) pace.learn(100_000, 50);
  expect(pace.runMs(100_000)).toBeCloseTo(50, 0);
  expect(pace.runMs(200_000)).toBeCloseTo(100, 0);
});

test("one slow call does not make all the next seem slow", () => {
  const pace = createPace();
  for (let call = 0; call < 100; call++) pace.learn(100_000, 10);
  pace.learn(100_000, 60_000);
  expect(pace.runMs(100_000)).toBeLessThan(13);
});

test("what has become slow is learned all the same, and what ends early does not keep it from that", () => {
  const pace = createPace();
  for (let call = 0; call < 500; call++) pace.learn(100_000, 0);
  expect(pace.runMs(100_000)).toBeGreaterThan(1);
  for (let call = 0; call < 100; call++) pace.learn(100_000, 200);
  expect(pace.runMs(100_000)).toBeCloseTo(200, -1);
});

test("calls of a few bytes say nothing about bytes", () => {
  const pace = createPace();
  const before = pace.runMs(100_000);
  pace.learn(10, 500);
  expect(pace.runMs(100_000)).toBe(before);
});
