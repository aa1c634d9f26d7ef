import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  fitLine,
  median,
  powerLawExponent,
  quantile,
  ratios,
  steepestExponent,
} from "../../bench/speed/harness/statistics.ts";

const figure = fc.double({ min: -1e6, max: 1e6, noNaN: true });

describe("quantile", () => {
  test.each([
    ["the middle of an odd number", [3, 1, 2], 0.5, 2],
    ["the mean of the middle two of an even number", [4, 1, 3, 2], 0.5, 2.5],
    ["the least at 0", [5, 9, 7], 0, 5],
    ["the most at 1", [5, 9, 7], 1, 9],
    ["a point between two neighbours", [0, 10], 0.99, 9.9],
    ["the only value", [42], 0.99, 42],
  ])("is %s", (_name, values, share, wanted) => {
    expect(quantile(values, share)).toBeCloseTo(wanted, 12);
  });

  test("of no values is NaN", () => {
    expect(median([])).toBeNaN();
  });

  test("is between minimum and maximum, in any order, and does not change the values", () => {
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1 }), fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
        const before = [...values];
        const found = quantile(values, share);
        expect(found).toBeGreaterThanOrEqual(Math.min(...values) - 1e-6);
        expect(found).toBeLessThanOrEqual(Math.max(...values) + 1e-6);
        expect(quantile([...values].reverse(), share)).toBe(found);
        expect(values).toEqual(before);
      }),
    );
  });
});

describe("ratios", () => {
  test("pair round with round", () => {
    expect(ratios([2, 9, 4], [1, 3, 8])).toEqual([2, 3, 0.5]);
  });

  test("reject rounds that do not pair", () => {
    expect(() => ratios([1, 2], [1])).toThrow("2 numerators do not pair with 1 denominators");
  });
});

describe("fitLine", () => {
  test("finds the line through points on a line", () => {
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }), (slope, intercept) => {
        const points = [0, 1, 2, 5, 9].map((x) => ({ x, y: slope * x + intercept }));
        const line = fitLine(points);
        expect(line.slope).toBeCloseTo(slope, 9);
        expect(line.intercept).toBeCloseTo(intercept, 9);
        expect(line.residual).toBeCloseTo(0, 6);
      }),
    );
  });

  test("leaves the height of a sawtooth as residual, not its slope", () => {
    const saw = Array.from({ length: 100 }, (_, x) => ({ x, y: 50 + (x % 2 === 0 ? 1 : -1) }));
    const { slope, residual } = fitLine(saw);
    expect(Math.abs(slope)).toBeLessThan(0.001);
    expect(residual).toBeCloseTo(1, 1);
  });
});

describe("powerLawExponent", () => {
  const sizes = [10, 30, 100, 300, 1_000];

  test.each([0, 0.5, 1, 1.05, 2])("finds the exponent %d for any factor", (exponent) => {
    const points = sizes.map((x) => ({ x, y: 0.037 * x ** exponent }));
    expect(powerLawExponent(points)).toBeCloseTo(exponent, 9);
    expect(steepestExponent(points)).toBeCloseTo(exponent, 9);
  });

  test("stays below 1 for a linear cost on top of a fixed one", () => {
    expect(powerLawExponent(sizes.map((x) => ({ x, y: 5 + x })))).toBeLessThan(1);
  });

  test("the steepest step shows a bend that the overall fit smooths out", () => {
    const bent = [1, 10, 100, 1_000, 10_000].map((x) => ({ x, y: x <= 1_000 ? 1_000 : 100_000 }));
    expect(powerLawExponent(bent)).toBeLessThan(1);
    expect(steepestExponent(bent)).toBeCloseTo(2, 9);
  });
});
