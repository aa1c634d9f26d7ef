import { expect, test } from "vitest";
import { takeOut } from "../src/lists.ts";

test("removes one member and keeps the order of the others", () => {
  const list = ["a", "b", "c"];
  expect([takeOut(list, "b"), takeOut(list, "b")]).toEqual([true, false]);
  expect(list).toEqual(["a", "c"]);
});
