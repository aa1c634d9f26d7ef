import { describe, expect, test } from "vitest";
import { unusualness } from "../../src/text/unusualness.ts";

describe("unusualness", () => {
  test.each([
    ["name", "director"],
    ["director", "treaty"],
    ["number", "comedy"],
    ["year", "drought"],
    ["find", "superuser"],
    ["viele", "längstmöglich"],
  ])("%s is more usual than %s", (usual, unusual) => {
    expect(unusualness(usual)).toBeLessThan(unusualness(unusual));
  });
  test("runs from 0 to 1", () => {
    expect(unusualness("the")).toBe(0);
    expect(unusualness("zgq81kx")).toBe(1);
    expect(unusualness("\ud800")).toBeLessThanOrEqual(1);
  });
  test("does not see case", () => {
    expect(unusualness("OLYMPICS")).toBe(unusualness("olympics"));
  });
  test("takes no word for usual because it is a part of usual words", () => {
    expect(unusualness("age")).toBeGreaterThan(unusualness("year"));
  });
});
