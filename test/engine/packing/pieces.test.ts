import { expect, test } from "vitest";
import {
  breaksAfter,
  breaksBefore,
  gapMark,
  MARK_TOKENS,
  partMark,
  piecesOf,
  TRUNCATED_MARK,
} from "../../../src/engine/packing/pieces.ts";
import { CHARACTERS, EVENTS, FIELDS, LINES, RESULTS, ROWS, SENTENCES, TURNS } from "../../../src/engine/unit-nouns.ts";
import { countTokens } from "../../../src/text/tokens.ts";
import { scoredRecord } from "../scored-record.ts";

const record = scoredRecord({
  units: ["\n  one\n", "two\n\n", "   \n", "\n    three\n", "four"].map((text) => ({ text })),
});
const texts = (kept: readonly number[], cutAt: number | null = null) =>
  piecesOf({ record, kept, cutAt }).map(({ start, end }) => record.source.text.slice(start, end));

test("neighbours merge into one piece without the blank lines at its edges and with its indentation", () => {
  expect(texts([0, 1])).toEqual(["  one\ntwo"]);
  expect(texts([3])).toEqual(["    three"]);
  expect(texts([0, 3, 4])).toEqual(["  one", "    three\nfour"]);
});

test("a line keeps its indentation, even if that belongs to the previous unit", () => {
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

test.each([
  [38, LINES, "...[38 lines omitted]"],
  [1, LINES, "...[1 line omitted]"],
  [1, SENTENCES, "...[1 sentence omitted]"],
  [2, FIELDS, "...[2 fields omitted]"],
  [40, CHARACTERS, "...[40 characters omitted]"],
] as const)("%d as %o: %s", (omitted, noun, mark) => {
  expect(gapMark(omitted, noun)).toBe(mark);
});

test("a mark gives the omitted number and the total", () => {
  expect(gapMark(112, ROWS, { isRest: false, total: 120 })).toBe("...[112 of 120 rows omitted]");
  expect(gapMark(1, ROWS, { isRest: true, total: 120 })).toBe("...[the rest and 1 of 120 rows omitted]");
  expect(gapMark(1, ROWS, { isRest: true, total: null })).toBe("...[the rest and 1 row omitted]");
});

test.each([
  ["several lines", '    "a": 1,\n\n    "b": 2\n  }\n', "...[3 lines omitted]"],
  ["a part of a line", " the rest of it 😀 ", "...[16 characters omitted]"],
  ["one bracket", "\n]\n", "...[1 character omitted]"],
])("less than a unit: %s", (_, omitted, mark) => {
  expect(partMark(omitted)).toBe(mark);
});

test("a mark costs as much as packing estimates", () => {
  for (const noun of [LINES, ROWS, SENTENCES, EVENTS, TURNS, RESULTS]) {
    const joined = countTokens(`one thing.\n${gapMark(38, noun)}\nAnother thing`);
    expect(joined - countTokens("one thing.\n") - countTokens("Another thing")).toBeLessThanOrEqual(MARK_TOKENS);
  }
  expect(countTokens(TRUNCATED_MARK)).toBeLessThanOrEqual(MARK_TOKENS);
});
