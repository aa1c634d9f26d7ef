import { expect, test } from "vitest";
import { breaksAfter, breaksBefore, piecesOf } from "../../../src/engine/packing/pieces.ts";
import { scoredRecord } from "../scored-record.ts";

const record = scoredRecord({
  units: ["\n  one\n", "two\n\n", "   \n", "\n    three\n", "four"].map((text) => ({ text })),
});
const texts = (kept: readonly number[], cutAt: number | null = null) =>
  piecesOf({ record, kept, cutAt }).map(({ start, end }) => record.source.text.slice(start, end));

test("neighbours merge into one piece, blank lines at its edges are left off, indentation stays", () => {
  expect(texts([0, 1])).toEqual(["  one\ntwo"]);
  expect(texts([3])).toEqual(["    three"]);
  expect(texts([0, 3, 4])).toEqual(["  one", "    three\nfour"]);
});

test("a line keeps the indentation that stands at the end of the unit before it", () => {
  const json = scoredRecord({
    units: ['{\n  "a": 1,\n  ', '"b": {\n    ', '"c": 3 ', "}\n}"].map((text) => ({ text })),
  });
  const cut = (kept: readonly number[]) =>
    piecesOf({ record: json, kept, cutAt: null }).map(({ start, end }) => json.source.text.slice(start, end));
  expect(cut([1])).toEqual(['  "b": {']);
  expect(cut([2])).toEqual(['    "c": 3']);
  expect(cut([0, 3])).toEqual(['{\n  "a": 1,', "}\n}"]);
});

test("white space alone makes no piece", () => {
  expect(texts([2])).toEqual([]);
  expect(piecesOf({ record, kept: [0, 2, 4], cutAt: null }).map(({ first, last }) => [first, last])).toEqual([
    [0, 0],
    [4, 4],
  ]);
});

test("the last piece ends where it is cut", () => {
  expect(texts([0, 1], 9)).toEqual(["  one\ntw"]);
});

test.each([
  ["a\nb", 1, true, false],
  ["a\nb", 2, false, true],
  ["a b", 1, false, false],
  ["a. b\n  c", 7, false, true],
  ["a \n  c", 1, true, false],
])("%j at %d: a line break after it %s, before it %s", (text, offset, after, before) => {
  expect([breaksAfter(text, offset), breaksBefore(text, offset)]).toEqual([after, before]);
});
