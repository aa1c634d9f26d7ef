import { expect, test } from "vitest";
import { analysed, record } from "../request.ts";

test.each([
  ["When does it leave?", ["when"], false, false],
  ["How many ferries leave, compared with winter?", ["how_many"], true, false],
  ["List all of who, in the end, was where", ["who", "where"], false, true],
  ["how, \n much of it changed", ["how_many"], false, false],
  ["Describe it, somewhere", [], false, false],
])("what is asked for: %s", (prompt, ...expected) => {
  const { slots, comparison, enumeration } = analysed([record("It leaves at noon.")], prompt).demands();
  expect([slots, comparison, enumeration]).toEqual(expected);
});
