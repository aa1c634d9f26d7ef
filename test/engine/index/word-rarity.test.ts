import { describe, expect, test } from "vitest";
import { backgroundRarity, caselessRarity } from "../../../src/engine/index/word-rarity.ts";

describe("backgroundRarity", () => {
  test.each([
    ["name", "director"],
    ["director", "treaty"],
    ["number", "comedy"],
    ["year", "drought"],
    ["find", "superuser"],
    ["viele", "längstmöglich"],
  ])("%s is more usual than %s", (usual, unusual) => {
    expect(backgroundRarity(usual)).toBeLessThan(backgroundRarity(unusual));
  });
  test("runs from 0 to 1", () => {
    expect(backgroundRarity("the")).toBe(0);
    expect(backgroundRarity("zgq81kx")).toBe(1);
    expect(backgroundRarity("\ud800")).toBeLessThanOrEqual(1);
  });
  test("does not see case", () => {
    expect(backgroundRarity("OLYMPICS")).toBe(backgroundRarity("olympics"));
  });
  test.each(["中国", "国", "の", "ประ", "한국", "龘龘"])("needs no look at the case of %s", (word) => {
    expect(caselessRarity(word)).toBe(backgroundRarity(word));
  });
  test("takes no word for usual because it is a part of usual words", () => {
    expect(backgroundRarity("age")).toBeGreaterThan(backgroundRarity("year"));
  });
});
