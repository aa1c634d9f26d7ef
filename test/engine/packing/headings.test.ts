import fc from "fast-check";
import { expect, test } from "vitest";
import { ownCpuMs } from "../../../bench/speed/harness/cpu.ts";
import {
  distinctiveNames,
  estimatedSeparatorTokens,
  exactSeparatorTokens,
  headingOf,
  renderedSize,
  SEPARATOR,
  SEPARATOR_TOKENS,
} from "../../../src/engine/packing/headings.ts";
import { countTokens } from "../../../src/text/tokens.ts";
import { anyText } from "../../property/texts.ts";
import { record } from "../request.ts";
import { scoredRecord } from "../scored-record.ts";

const heading = (names: { title?: string; source?: string }, shown: string) =>
  headingOf(scoredRecord({ units: [{ text: "some text" }], ...names }), shown);

test.each([
  ["the title before the source", { title: "Title", source: "a.txt" }, "text", "[Title]\n"],
  ["the source if there is no title", { source: "a.txt" }, "text", "[a.txt]\n"],
  ["one line", { title: "a\n\tb" }, "text", "[a b]\n"],
  ["nothing without a name", {}, "text", ""],
  ["nothing above a text that begins with the name", { title: "find" }, '{"name": "find"}', ""],
  ["a name that begins the text only as part of a word", { title: "Port" }, "Portugal has few ports.", "[Port]\n"],
  ["nothing above a text that begins with the name in a script without spaces", { title: "東京" }, "東京都の港", ""],
  ["a name that occurs only later in the text", { title: "find" }, `${"x ".repeat(100)}find`, "[find]\n"],
])("%s", (_, names, shown, line) => {
  expect(heading(names, shown)).toBe(line);
});

test("a long title is cut, never inside a character", () => {
  const line = heading({ title: "😀".repeat(500) }, "");
  expect(line.length).toBeLessThanOrEqual(123);
  expect(line.isWellFormed()).toBe(true);
});

test("a separator costs as much as packing estimates", () => {
  const joined = countTokens(`one thing${SEPARATOR}another`);
  expect(joined - countTokens("one thing") - countTokens("another")).toBeLessThanOrEqual(SEPARATOR_TOKENS);
});

function rowOf(text: string, title = "") {
  const record = scoredRecord({ units: [{ text }], title });
  return renderedSize({ record, text, tokens: countTokens(text) });
}

test.each<[string, string, boolean, boolean]>([
  ["exact between words", "at noon", true, true],
  ["exact with a symbol at its end", "at noon.", true, true],
  ["not exact at its start if it begins with a line break", "\nat noon", false, true],
  ["not exact at its end if that is symbols only", `noon${"-".repeat(40)}`, true, false],
])("a text is %s", (_, text, isExactAtStart, isExactAtEnd) => {
  expect(rowOf(text)).toMatchObject({ isExactAtStart, isExactAtEnd });
});

test("a text with exact edges adds its own count after any text", () => {
  const titles = fc.constantFrom("", "The ferry");
  fc.assert(
    fc.property(anyText, anyText, titles, (before, text, title) => {
      const { heading, tokens, isExactAtStart, isExactAtEnd } = rowOf(text, title);
      fc.pre(isExactAtStart && isExactAtEnd);
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
  ["one token after a word or a number", "at noon", 1],
  ["none after a symbol that absorbs line ends", "at noon.", 0],
  ["the same after the same symbol again", "after all.", 0],
  ["the joint cost of several symbols at the end", "f(x);};", 0],
  ["not exact after symbols only", `word${"-".repeat(40)}`, null],
])("a separator is %s", (_, text, tokens) => {
  expect(exactSeparatorTokens(text)).toBe(tokens);
});

test("a separator cost that is called exact is exact in any text", () => {
  const symbols = fc.string({
    unit: fc.constantFrom(".", "}", '"', "|", "\n", " ", "/", "。", "😀", "'"),
    maxLength: 6,
  });
  fc.assert(
    fc.property(anyText, fc.constantFrom("word", "7", "粮", "ä", ""), symbols, (before, last, signs) => {
      const text = before + last + signs;
      const exact = exactSeparatorTokens(text);
      expect([exact, estimatedSeparatorTokens(text)]).toEqual([
        exact === null ? null : added(text),
        added(text.slice(-24)),
      ]);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["Do the Harbour Courier and the Ledger agree?", ["Bridge shut (Harbour Courier)", "Bridge open (Ledger)", "Ferry"]],
  ["Is the bridge a danger to ledgers?", ["Bridge shut", "Bridge open", "Ferry"]],
])("a record is named by its title, and by its source if the prompt names that: %s", (prompt, names) => {
  const records = [
    record("The bridge is shut.", { title: "Bridge shut", source: "Harbour Courier" }),
    record("The bridge is open.", { title: "Bridge open", source: "Ledger" }),
    record("The ferry sails.", { title: null, source: "Ferry" }),
  ];
  expect(distinctiveNames(records, prompt)).toEqual(names);
});

test("a long prompt is not read again for the source of each record", () => {
  const records = Array.from({ length: 5_000 }, (_, at) => record("x", { title: `Note ${at}`, source: `Paper ${at}` }));
  const started = ownCpuMs();
  expect(distinctiveNames(records, "paper and pen ".repeat(300_000))[7]).toBe("Note 7");
  expect(ownCpuMs() - started).toBeLessThan(3_000);
});
