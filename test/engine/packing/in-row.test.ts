import fc from "fast-check";
import { expect, test } from "vitest";
import { SEPARATOR } from "../../../src/engine/packing/headings.ts";
import { inRow } from "../../../src/engine/packing/in-row.ts";
import { countTokens } from "../../../src/text/tokens.ts";
import { anyText } from "../../property/texts.ts";
import { scoredRecord, settings } from "../scored-record.ts";

function rowOf(text: string, title = "") {
  const record = scoredRecord({ units: [{ text }], title });
  return inRow({ record, text, tokens: countTokens(text), isCutAtStart: true }, settings);
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
