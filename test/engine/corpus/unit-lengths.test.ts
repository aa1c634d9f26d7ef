// Numbers make no text longer.
import { describe, expect, test } from "vitest";
import { unitLengths } from "../../../src/engine/corpus/unit-lengths.ts";
import { analysed, ranking, record } from "../request.ts";

describe("the length of a unit", () => {
  test.each([
    ["leaves numbers out", "Interest income 8,220 and 5778 in 2019", 0, 4],
    ["counts them as a share", "Interest income 8220 5778", 0.5, 3],
    ["counts them as any word", "Interest income 8220 5778", 1, 4],
    ["counts a name with a number in it", "flight B757", 0, 2],
    ["of numbers alone is nothing", "12 13 14", 0, 0],
  ])("%s", (_, text, numberLength, length) => {
    const { corpus } = analysed([record(text)], "anything");
    expect([...unitLengths(corpus, corpus.starts, numberLength)]).toEqual([length]);
  });
});

test("a record full of figures is not held to be long", () => {
  const figures = Array.from({ length: 20 }, (_, at) => 3917 + at * 7).join(" ");
  const words = "which the group had set aside for the year that was to come and for no other purpose at all";
  const records = [record(`Interest income ${words}`), record(`Interest income ${figures}`)];
  expect(ranking(records, "interest income")[0]).toBe(1);
});
