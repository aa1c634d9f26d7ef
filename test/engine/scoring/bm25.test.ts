import fc from "fast-check";
import { expect, test } from "vitest";
import { inverseFrequency, lengthNorm, saturation } from "../../../src/engine/scoring/bm25.ts";

const settings = { k1: 1.2, b: 0.5 };

function scoreOf(count: number, length: number, mean: number): number {
  return saturation(count, lengthNorm(length, mean, settings), settings);
}

test("a rare term weighs more than a common one, and a term in every text more than 0", () => {
  expect(inverseFrequency(1, 100)).toBeGreaterThan(inverseFrequency(50, 100));
  expect(inverseFrequency(100, 100)).toBeGreaterThan(0);
});

test("saturation grows with the count, falls with the length, and is bounded", () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), (count, length, mean) => {
      const value = scoreOf(count, length, mean);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(settings.k1 + 1);
      expect(scoreOf(count + 1, length, mean)).toBeGreaterThanOrEqual(value);
      expect(scoreOf(count, length + 1, mean)).toBeLessThanOrEqual(value);
    }),
  );
});

test("no match scores 0, and an empty collection causes no division by zero", () => {
  expect([scoreOf(0, 5, 5), scoreOf(1, 0, 0)]).toEqual([0, expect.closeTo(1, 9)]);
});
