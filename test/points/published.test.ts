import { describe, expect, test } from "vitest";
import { defaultLabel, findPoint, publishedPoints } from "../../src/points/published.ts";

describe("the registry", () => {
  test("resolves each label to its point, and no other label", () => {
    for (const point of publishedPoints) expect(findPoint(point.label)).toBe(point);
    for (const label of ["", "balanced", "constructor", "BALANCED-1"]) expect(findPoint(label)).toBeNull();
  });
  test("serves its default to a request without a label", () => {
    expect(findPoint(null)?.label).toBe(defaultLabel);
  });
  test("gives every label its own version", () => {
    const versions = publishedPoints.map(({ policyVersion }) => policyVersion);
    expect(new Set(versions).size).toBe(versions.length);
    expect(versions.length).toBeGreaterThanOrEqual(3);
  });
  test("has only finite settings", () => {
    const numbers: number[] = [];
    JSON.stringify(publishedPoints, (_, value) => {
      if (typeof value === "number") numbers.push(value);
      return value;
    });
    expect(numbers.length).toBeGreaterThan(50);
    expect(numbers.filter((value) => !Number.isFinite(value))).toEqual([]);
  });
});
