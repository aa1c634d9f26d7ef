import fc from "fast-check";
import { expect, test } from "vitest";
import { SEPARATOR } from "../../../src/engine/packing/headings.ts";
import { likelySeparatorTokens, sureSeparatorTokens } from "../../../src/engine/packing/separators.ts";
import { countTokens } from "../../../src/text/tokens.ts";
import { anyText } from "../../property/texts.ts";

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
