import { describe, expect, test } from "vitest";
import { caselessUnusualness, unusualness } from "../../src/text/unusualness.ts";

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
  test.each(["中国", "国", "の", "ประ", "한국", "龘龘"])("needs no look at the case of %s", (word) => {
    expect(caselessUnusualness(word)).toBe(unusualness(word));
  });
  test("takes no word for usual because it is a part of usual words", () => {
    expect(unusualness("age")).toBeGreaterThan(unusualness("year"));
  });
});
