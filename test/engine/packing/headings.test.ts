import { expect, test } from "vitest";
import { headingOf, SEPARATOR, SEPARATOR_TOKENS } from "../../../src/engine/packing/headings.ts";
import { countTokens } from "../../../src/text/tokens.ts";
import { scoredRecord } from "../scored-record.ts";

const heading = (names: { title?: string; source?: string }, shown: string) =>
  headingOf(scoredRecord({ units: [{ text: "some text" }], ...names }), shown);

test.each([
  ["the title before the source", { title: "Title", source: "a.txt" }, "text", "[Title]\n"],
  ["the source for want of a title", { title: " ", source: "a.txt" }, "text", "[a.txt]\n"],
  ["one line", { title: "a\n\tb" }, "text", "[a b]\n"],
  ["nothing without a name", {}, "text", ""],
  ["nothing over a text that opens with the name", { title: "find" }, '{"name": "find"}', ""],
  ["a name that the text gives only later", { title: "find" }, `${"x ".repeat(100)}find`, "[find]\n"],
])("%s", (_, names, shown, line) => {
  expect(heading(names, shown)).toBe(line);
});

test("the only record of a request is not named", () => {
  const record = scoredRecord({ units: [{ text: "some text" }], title: "Title" });
  expect(headingOf({ ...record, isOnly: true }, "text")).toBe("");
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
