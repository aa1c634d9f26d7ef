import fc from "fast-check";
import { expect, test } from "vitest";
import { excerpt } from "../../src/engine/excerpt.ts";
import { render, renderWhole } from "../../src/engine/render.ts";
import { countTokens } from "../../src/text/tokens.ts";
import { linesRecord, scoredRecord } from "./scored-record.ts";

test("records stand in the order they arrived, whatever their scores", () => {
  const packed = ["first", "second", "third"].map((text, position) => ({
    record: scoredRecord({ units: [{ text, score: position }], position }),
    kept: [0],
    cutAt: null,
  }));
  const selection = render(excerpt(packed, "plain"));
  expect(selection.rendered()).toBe("first\n\nsecond\n\nthird");
  expect(selection.renderedTokens).toBe(countTokens(selection.rendered()));
  expect(selection.bestFirst().map(({ text }) => text)).toEqual(["third", "second", "first"]);
});

test("excerpts are handed on best first, equal scores as they arrived", () => {
  const packed = [2, 5, 5, 9].map((score, position) => ({
    record: linesRecord(1, { 0: score }, { position }),
    kept: [0],
    cutAt: null,
  }));
  const { bestFirst } = render(excerpt(packed, "plain"));
  expect(bestFirst().map(({ record }) => record.position)).toEqual([3, 1, 2, 0]);
});

test("a rendered text has the tokens that counting it says, whatever stands at the edges of its records", () => {
  const edge = fc.string({ unit: fc.constantFrom("a", ".", "-", "/", "\n", "\r", "\t", " ", "\u3000"), maxLength: 5 });
  const sketch = fc.record({
    start: edge,
    middle: fc.constantFrom("word", "--"),
    end: edge,
    title: fc.constantFrom("", "name"),
  });
  fc.assert(
    fc.property(fc.array(sketch, { minLength: 1, maxLength: 12 }), (sketches) => {
      const packed = sketches.map(({ start, middle, end, title }, position) => ({
        record: scoredRecord({ units: [{ text: start + middle + end }], position, title }),
        kept: [0],
        cutAt: null,
      }));
      const { rendered, renderedTokens } = render(excerpt(packed, "plain"));
      expect(renderedTokens).toBe(countTokens(rendered()));
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["a long record by its title", { title: "The   story\nof it", source: "a.txt" }, "[The story of it]\nline 0"],
  ["by its source for want of a title", { source: "logs/a.txt" }, "[logs/a.txt]\nline 0"],
  ["not when the text opens with the title", { title: "of record 0" }, "line 0"],
  ["not without a name", {}, "line 0"],
])("heads %s", (_, names, start) => {
  const record = linesRecord(20, {}, names);
  const { rendered } = render(excerpt([{ record, kept: record.units.map((_unit, at) => at), cutAt: null }], "plain"));
  expect(rendered().startsWith(start)).toBe(true);
});

test("neighbours with the same name stand under one heading, which counts once", () => {
  const names = ["Friday", "Friday", "Saturday", "", "Saturday"];
  const packed = names.map((title, position) => {
    return { record: linesRecord(2, {}, { position, title }), kept: [0, 1], cutAt: null };
  });
  const excerpts = excerpt(packed, "plain");
  expect(excerpts.map(({ inRow }) => inRow.heading)).toEqual(["[Friday]\n", "", "[Saturday]\n", "", "[Saturday]\n"]);
  expect(render(excerpts).renderedTokens).toBe(countTokens(render(excerpts).rendered()));
});

test("a stand-down is every text whole", () => {
  expect(renderWhole(["a\n", "b"])).toBe("a\n\n\nb");
});

test("what excerpts take up one by one is what they cost together, to within a token each", () => {
  const packed = Array.from({ length: 12 }, (_, position) => ({
    record: linesRecord(12, {}, { position, title: `part ${position}` }),
    kept: [position % 7, 8 + (position % 3)],
    cutAt: null,
  }));
  const excerpts = excerpt(packed, "plain");
  const apart = excerpts.reduce((sum, one) => sum + one.inRow.tokens, 0);
  const { renderedTokens } = render(excerpts);
  expect(apart).toBeGreaterThanOrEqual(renderedTokens);
  expect(apart - renderedTokens).toBeLessThanOrEqual(packed.length);
});
