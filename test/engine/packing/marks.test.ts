import { expect, test } from "vitest";
import { gapMark, MARK_TOKENS, partMark, TRUNCATED_MARK } from "../../../src/engine/packing/marks.ts";
import { CHARACTERS, EVENTS, FIELDS, LINES, RESULTS, ROWS, SENTENCES, TURNS } from "../../../src/engine/unit-nouns.ts";
import { countTokens } from "../../../src/text/tokens.ts";

test.each([
  [38, LINES, "...[38 lines omitted]"],
  [1, LINES, "...[1 line omitted]"],
  [1, SENTENCES, "...[1 sentence omitted]"],
  [2, FIELDS, "...[2 fields omitted]"],
  [40, CHARACTERS, "...[40 characters omitted]"],
] as const)("%d as %o: %s", (omitted, noun, mark) => {
  expect(gapMark(omitted, noun)).toBe(mark);
});

test("the total stands beside what is left out of it", () => {
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

test("a mark costs what packing reckons with", () => {
  for (const noun of [LINES, ROWS, SENTENCES, EVENTS, TURNS, RESULTS]) {
    const joined = countTokens(`one thing.\n${gapMark(38, noun)}\nAnother thing`);
    expect(joined - countTokens("one thing.\n") - countTokens("Another thing")).toBeLessThanOrEqual(MARK_TOKENS);
  }
  expect(countTokens(TRUNCATED_MARK)).toBeLessThanOrEqual(MARK_TOKENS);
});
