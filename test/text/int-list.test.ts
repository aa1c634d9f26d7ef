import { expect, test } from "vitest";
import { placeFrom } from "../../src/text/int-list.ts";

test("the place of a number among ascending ones is the first that is no lower", () => {
  const list = Int32Array.of(2, 3, 3, 7);
  expect([1, 2, 3, 4, 7, 8].map((least) => placeFrom(list, least))).toEqual([0, 0, 1, 3, 3, 4]);
  expect([1, 3, 8].map((least) => placeFrom(list, least, 2, 3))).toEqual([2, 2, 3]);
  expect(placeFrom(new Int32Array(), 5)).toBe(0);
});
