import { describe, expect, test } from "vitest";
import { defaultLabel, findPoint, publishedPoints } from "../../src/points/published.ts";

describe("the registry", () => {
  test("resolves each label to itself, and none that it does not hold", () => {
    for (const point of publishedPoints) expect(findPoint(point.label)).toBe(point);
    for (const label of ["", "balanced", "constructor", "BALANCED-1"]) expect(findPoint(label)).toBeNull();
  });
  test("serves its default to a request that names none", () => {
    expect(findPoint(null)?.label).toBe(defaultLabel);
  });
  test("gives every label a version of its own", () => {
    const versions = publishedPoints.map(({ policyVersion }) => policyVersion);
    expect(new Set(versions).size).toBe(versions.length);
    expect(versions.length).toBeGreaterThanOrEqual(3);
  });
  test("holds finite settings only", () => {
    const numbers: number[] = [];
    JSON.stringify(publishedPoints, (_, value) => {
      if (typeof value === "number") numbers.push(value);
      return value;
    });
    expect(numbers.length).toBeGreaterThan(50);
    expect(numbers.filter((value) => !Number.isFinite(value))).toEqual([]);
  });
});
