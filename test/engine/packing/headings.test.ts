import fc from "fast-check";
import { expect, test } from "vitest";
import {
  headingOf,
  inRow,
  likelySeparatorTokens,
  SEPARATOR,
  SEPARATOR_TOKENS,
  sureSeparatorTokens,
} from "../../../src/engine/packing/headings.ts";
import { countTokens } from "../../../src/text/tokens.ts";
import { anyText } from "../../property/texts.ts";
import { scoredRecord } from "../scored-record.ts";

const heading = (names: { title?: string; source?: string }, shown: string) =>
  headingOf(scoredRecord({ units: [{ text: "some text" }], ...names }), shown);

test.each([
  ["the title before the source", { title: "Title", source: "a.txt" }, "text", "[Title]\n"],
  ["the source for want of a title", { source: "a.txt" }, "text", "[a.txt]\n"],
  ["one line", { title: "a\n\tb" }, "text", "[a b]\n"],
  ["nothing without a name", {}, "text", ""],
  ["nothing over a text that opens with the name", { title: "find" }, '{"name": "find"}', ""],
  ["a name that the text gives only later", { title: "find" }, `${"x ".repeat(100)}find`, "[find]\n"],
])("%s", (_, names, shown, line) => {
  expect(heading(names, shown)).toBe(line);
});

test("a long title is cut, never inside a character", () => {
  const line = heading({ title: "😀".repeat(500) }, "");
  expect(line.length).toBeLessThanOrEqual(123);
  expect(line.isWellFormed()).toBe(true);
});

test("a separator costs what packing reckons with", () => {
  const joined = countTokens(`one thing${SEPARATOR}another`);
  expect(joined - countTokens("one thing") - countTokens("another")).toBeLessThanOrEqual(SEPARATOR_TOKENS);
});

function rowOf(text: string, title = "") {
  const record = scoredRecord({ units: [{ text }], title });
  return inRow({ record, text, tokens: countTokens(text) });
}

test.each<[string, string, boolean, boolean]>([
  ["sure between words", "at noon", true, true],
  ["sure with a sign at its end", "at noon.", true, true],
  ["unsure at its start where it begins a new line", "\nat noon", false, true],
  ["unsure at its end where that is signs alone", `noon${"-".repeat(40)}`, true, false],
])("a text is %s", (_, text, isSureAtStart, isSureAtEnd) => {
  expect(rowOf(text)).toMatchObject({ isSureAtStart, isSureAtEnd });
});

test("what is sure takes as many tokens as it adds, whatever stands before it", () => {
  const titles = fc.constantFrom("", "The ferry");
  fc.assert(
    fc.property(anyText, anyText, titles, (before, text, title) => {
      const { heading, tokens, isSureAtStart, isSureAtEnd } = rowOf(text, title);
      fc.pre(isSureAtStart && isSureAtEnd);
      const above = before + SEPARATOR;
      expect(countTokens(`${above}${heading}${text}${SEPARATOR}noon`)).toBe(
        countTokens(above) + tokens + countTokens("noon"),
      );
    }),
    { numRuns: 1_000 },
  );
});

const added = (text: string) => countTokens(text + SEPARATOR) - countTokens(text);

test.each<[string, string, number | null]>([
  ["a token behind a word or a number", "at noon", 1],
  ["none behind what takes line ends along", "at noon.", 0],
  ["the same for the same sign again", "after all.", 0],
  ["what the signs at the end say together", "f(x);};", 0],
  ["unsure behind signs alone", `word${"-".repeat(40)}`, null],
])("a separator is %s", (_, text, tokens) => {
  expect(sureSeparatorTokens(text)).toBe(tokens);
});

test("what is sure is what counting says, in whatever text", () => {
  const symbols = fc.string({
    unit: fc.constantFrom(".", "}", '"', "|", "\n", " ", "/", "。", "😀", "'"),
    maxLength: 6,
  });
  fc.assert(
    fc.property(anyText, fc.constantFrom("word", "7", "粮", "ä", ""), symbols, (before, last, signs) => {
      const text = before + last + signs;
      const sure = sureSeparatorTokens(text);
      expect([sure, likelySeparatorTokens(text)]).toEqual([sure === null ? null : added(text), added(text.slice(-24))]);
    }),
    { numRuns: 1_000 },
  );
});
