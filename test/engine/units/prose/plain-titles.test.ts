// Titles without marks: which lines are titles, and which text depends on them.
import { describe, expect, it } from "vitest";
import { plainTitles } from "../../../../src/engine/units/prose/plain-titles.ts";
import { cut, indexOf } from "../cut.ts";

const FILLER =
  "Some text that goes on for long enough to fill a unit on its own, so that nothing is put together here, " +
  "and then some.";

/** The titles among the given texts, which follow two titles in capitals. */
function titlesIn(...texts: readonly string[]): readonly string[] {
  const all = ["A start.", "THE FACTS", FILLER, "THE LAW", FILLER, ...texts].join("\n\n");
  return [...plainTitles(all, 0, all.length).keys()].map((at) => all.slice(at).split("\n", 1)[0] ?? "").slice(2);
}

describe("plainTitles", () => {
  it.each(["The expert evidence", "Issue (v): quantum", "COSTS", "5-3 CLUTCH REMOVAL", "費用の負担"])(
    "finds the title %s",
    (title) => {
      expect(titlesIn(title, FILLER)).toEqual([title]);
    },
  );

  it("finds a line of capitals right above its text", () => {
    expect(titlesIn("BURNS\nCool them under water.")).toEqual(["BURNS"]);
  });

  it.each([
    ["a sentence", "He left.", FILLER],
    ["a line that leads to a list", "We need:", FILLER],
    ["a line that begins with a small letter", "and so on", FILLER],
    ["a line of columns", "Name   Size", FILLER],
    ["a caption", "Figure 3: Costs of the works", FILLER],
    ["an item", "- Costs of the works", FILLER],
    ["a day", "4 March 2021", FILLER],
    ["a line above another short one", "The costs", "Ann Hall"],
    ["the first line of a paragraph", "The costs\nof the works", FILLER],
    ["a repeated line", "Page head", FILLER, "Page head", FILLER, "Page head", FILLER],
  ])("does not take for a title: %s", (_, ...texts) => {
    expect(titlesIn("COSTS", FILLER, ...texts)).toEqual(["COSTS"]);
  });

  it("finds none in a text with fewer than three titles or with marked headings", () => {
    const few = `A start.\n\nTHE FACTS\n\n${FILLER}\n\nTHE LAW\n\n${FILLER}`;
    expect(plainTitles(few, 0, few.length).size).toBe(0);
    expect(titlesIn("COSTS", FILLER, "# Costs", FILLER)).toEqual([]);
  });
});

describe("text below a plain title", () => {
  const sections = [
    "THE FACTS",
    `The valve was shut. ${FILLER}`,
    "The expert evidence",
    `It was salt. ${FILLER}`,
    "                    THE LAW",
    `No duty was owed. ${FILLER}`,
  ].join("\n\n");

  it.each([
    ["prose", `A start.\n\n${sections}`],
    ["markdown", `A start.\n\n${sections}\n\n1. One ruling.\n\n2. Another.\n\n3. A third.\n`],
  ])("depends on that title in %s, up to the next title", (type, text) => {
    const result = cut(text);
    expect(result.type).toBe(type);
    const titleOf = (needle: string) => result.parts[result.heads[indexOf(result, needle)] ?? -1]?.trim();
    expect(titleOf("The valve")).toBe("THE FACTS");
    expect(titleOf("It was salt")).toBe("The expert evidence");
    expect(titleOf("The expert")).toBe("THE FACTS");
    expect(titleOf("No duty")).toBe("THE LAW");
  });

  it("does not depend on a question above the title", () => {
    const question = `Must the seller prove it?\n\n${FILLER}\n\n`;
    const result = cut(`A start.\n\n${question.repeat(3)}${sections}`);
    expect(result.heads[indexOf(result, "THE FACTS")]).toBe(-1);
  });

  it("does not depend on the rule above the footnotes", () => {
    const notes = `    _____________________\n        1 See below. ${FILLER}`;
    const result = cut(`A start.\n\n${sections}\n\n${notes}`);
    expect(result.type).toBe("prose");
    expect(result.heads[indexOf(result, "See below")]).toBe(indexOf(result, "THE LAW"));
  });
});
