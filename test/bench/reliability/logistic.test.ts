import { describe, expect, test } from "vitest";
import { fitLogistic, probabilityBy } from "../../../bench/reliability/logistic.ts";

/** `yes` of ten examples at `x`. */
const tens = (x: number, yes: number, weight = 1) =>
  Array.from({ length: 10 }, (_, at) => ({ variables: [x, 1 - 2 * (at % 2)], yes: at < yes, weight }));

describe("a logistic regression", () => {
  test("finds the shares of the examples", () => {
    const fitted = fitLogistic([...tens(0, 2), ...tens(1, 8)]);
    expect(probabilityBy(fitted, [0, 0])).toBeCloseTo(0.2, 2);
    expect(probabilityBy(fitted, [1, 0])).toBeCloseTo(0.8, 2);
    expect(fitted.weights[1]).toBeCloseTo(0, 1);
  });
  test("counts examples by their weight", () => {
    const fitted = fitLogistic([...tens(0, 2), ...tens(0, 8, 3), ...tens(1, 5)]);
    expect(probabilityBy(fitted, [0, 0])).toBeCloseTo(0.65, 2);
  });
  test("finds finite weights for examples that it can separate", () => {
    const fitted = fitLogistic([...tens(0, 0), ...tens(1, 10)]);
    expect(probabilityBy(fitted, [1, 0])).toBeGreaterThan(0.9);
    expect(fitted.weights.every(Number.isFinite)).toBe(true);
  });
});
