import { expect, test } from "vitest";
import { beginningOf, cutWithin } from "../../../src/engine/packing/cut.ts";
import { countTokens, scanTokens } from "../../../src/text/tokens.ts";
import { linesRecord, scoredRecord } from "../scored-record.ts";

const cut = (text: string, tokens: number) => text.slice(0, cutWithin(text, scanTokens(text), 0, text.length, tokens));

test.each([
  ["at a word's end", "several plain words stand in a row here", 5, "several plain words stand"],
  ["at a line's end if one is near", "one two three four\nfive six seven", 6, "one two three four"],
  ["nothing if all fits", "one two", 10, "one two"],
  ["to nothing if nothing fits", "one two", 0, ""],
])("cuts %s", (_, text, tokens, kept) => {
  expect(cut(text, tokens)).toBe(kept);
});

test.each([
  ["words", "word ".repeat(5000)],
  ["one run", "a".repeat(20_000)],
  ["pictures", "😀🎉".repeat(3000)],
  ["no spaces", "漢字かな交じり文".repeat(1000)],
])("stays within its tokens and splits no character: %s", (_, text) => {
  const kept = cut(text, 100);
  expect(countTokens(kept)).toBeLessThanOrEqual(110);
  expect(countTokens(kept)).toBeGreaterThan(50);
  expect(kept.isWellFormed()).toBe(true);
});

test("the beginning of a record is its first units, the last of them cut", () => {
  const record = linesRecord(50, {});
  const { kept, cutAt } = beginningOf(record, 40);
  expect(kept[0]).toBe(0);
  expect(kept.length).toBeLessThan(10);
  expect(cutAt).toBeGreaterThan(0);
  expect(countTokens(record.source.text.slice(0, cutAt ?? 0))).toBeLessThanOrEqual(40);
});

test("a record that is hardly longer than its beginning is kept whole", () => {
  const record = scoredRecord({ units: [{ text: "search({ query: 'a thing' })" }] });
  expect(beginningOf(record, 10)).toEqual({ record, kept: [0], cutAt: null });
});
