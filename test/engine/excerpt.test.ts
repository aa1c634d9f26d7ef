import { describe, expect, test } from "vitest";
import { excerpt, render, renderWhole, spansOf } from "../../src/engine/excerpt.ts";
import type { ScoredRecord, UnitNoun } from "../../src/engine/model.ts";
import { ELEMENTS, LINES, ROWS, SENTENCES } from "../../src/engine/unit-nouns.ts";
import { countTokens } from "../../src/text/tokens.ts";
import { linesRecord, scoredRecord } from "./scored-record.ts";

function cutOf(record: ScoredRecord, kept: readonly number[], cutAt: number | null = null) {
  const [only] = excerpt([{ record, kept, cutAt }], "plain");
  return only ?? expect.fail("no excerpt");
}

const lines = (noun: UnitNoun, count: number) =>
  scoredRecord({
    noun,
    units: Array.from({ length: count }, (_, n) => ({ text: `entry ${n} of this rather long list of entries\n` })),
  });

describe("marks", () => {
  test("every gap has a mark in its place, also at the start and at the end", () => {
    expect(cutOf(lines(LINES, 9), [2, 3, 6]).text).toBe(
      [
        "...[2 lines omitted]",
        "entry 2 of this rather long list of entries",
        "entry 3 of this rather long list of entries",
        "...[2 lines omitted]",
        "entry 6 of this rather long list of entries",
        "...[2 lines omitted]",
      ].join("\n"),
    );
  });

  test("empty lines at a gap's edges are omitted and counted, whichever unit they belong to", () => {
    const units = [
      "first of the lines\n\n",
      "second of the lines, as long as any\n\n\n",
      "third of the lines\n",
      "fourth\n",
    ];
    const counts = [2, 3, 1, 1];
    const record = scoredRecord({ noun: LINES, units: units.map((text, at) => ({ text, count: counts[at] ?? 1 })) });
    expect(cutOf(record, [0, 2]).text).toBe(
      "first of the lines\n...[4 lines omitted]\nthird of the lines\n...[1 line omitted]",
    );
    expect(cutOf(record, [1]).text).toBe(
      "...[2 lines omitted]\nsecond of the lines, as long as any\n...[4 lines omitted]",
    );
  });

  test("only the first mark of an excerpt gives the total", () => {
    const { text } = cutOf(lines(ROWS, 120), [40, 80]);
    expect(text.match(/\.\.\.\[.*?\]/g)).toEqual([
      "...[40 of 120 rows omitted]",
      "...[39 rows omitted]",
      "...[39 rows omitted]",
    ]);
  });

  test("an element that is cut counts neither as omitted nor as whole: the mark mentions its rest", () => {
    const units = [
      { text: '{"id": 1, "name": "first"},\n' },
      { text: '{"id": 2, "name": "second",\n' },
      { text: ' "text": "what is said of the second"},\n', count: 0, continues: true },
      { text: '{"id": 3, "name": "third"},\n' },
      { text: '{"id": 4, "name": "fourth",\n' },
      { text: ' "text": "what is said of the fourth"}\n', count: 0, continues: true },
      { text: '{"id": 5, "name": "fifth"},\n' },
    ];
    const record = scoredRecord({ noun: ELEMENTS, units });
    const marksOf = (...kept: readonly number[]) => cutOf(record, kept).text.match(/\[.*omitted\]/g);
    expect(marksOf(1)).toEqual(["[1 of 5 elements omitted]", "[the rest and 3 elements omitted]"]);
    expect(marksOf(5)).toEqual(["[3 of 5 elements omitted]", "[1 element omitted]"]);
    expect(marksOf(0, 2, 6)).toEqual(["[27 characters omitted]", "[2 of 5 elements omitted]"]);
    expect(marksOf(1, 5)).toEqual([
      "[1 of 5 elements omitted]",
      "[the rest and 1 element omitted]",
      "[1 element omitted]",
    ]);
  });

  test("a mark inside a line has a space on either side", () => {
    const units = [
      "One thing is so and no other way. ",
      "Two is not, as far as anyone can tell. ",
      "Three may be so, in time.",
    ];
    const record = scoredRecord({ noun: SENTENCES, units: units.map((text) => ({ text })) });
    expect(cutOf(record, [0, 2]).text).toBe(
      "One thing is so and no other way. ...[1 sentence omitted] Three may be so, in time.",
    );
  });

  test("half a line never looks like a whole one", () => {
    const units = [
      "id,name,remarks\n",
      "1,the first thing in a rather long list of things,",
      "remarks on the first\n",
      "2,the second thing in a rather long list of things,",
      "remarks on the second\n",
    ];
    const record = scoredRecord({ noun: LINES, units: units.map((text) => ({ text })) });
    expect(cutOf(record, [0, 2, 3]).text).toBe(
      [
        "id,name,remarks",
        "...[1 line omitted] remarks on the first",
        "2,the second thing in a rather long list of things, ...[1 line omitted]",
      ].join("\n"),
    );
  });

  test("an excerpt that ends inside a unit is marked as truncated", () => {
    const record = scoredRecord({ units: [{ text: "a very long line ".repeat(50) }] });
    expect(cutOf(record, [0], 16).text).toBe("a very long line...[truncated]");
  });
});

describe("arithmetic", () => {
  test("a whole record is its exact text, including white space at its ends", () => {
    const record = scoredRecord({ units: [{ text: "\n {\n" }, { text: "  }\n\n" }] });
    const whole = cutOf(record, [0, 1]);
    expect(whole.text).toBe("\n {\n  }\n\n");
    expect(spansOf(whole)).toEqual([{ start: 0, end: 9 }]);
    expect([whole.tokens, whole.omittedTokens]).toEqual([record.scan.total, 0]);
  });

  test("tokens are those of the excerpt, and omittedTokens those of the rest", () => {
    const record = linesRecord(20, {});
    const { text, tokens, omittedTokens } = cutOf(record, [3]);
    expect(tokens).toBe(countTokens(text));
    expect(omittedTokens).toBeGreaterThan(record.scan.total * 0.9);
    expect(omittedTokens).toBeLessThan(record.scan.total);
  });

  test("the whole record is sent if marks make the excerpt no smaller", () => {
    const record = scoredRecord({ units: ["a b\n", "c\n", "d e\n", "f\n", "g h\n"].map((text) => ({ text })) });
    expect(cutOf(record, [0, 2, 4]).text).toBe(record.source.text);
  });

  test("spans count code points of the record's text", () => {
    const record = scoredRecord({
      units: [{ text: "😀😀 pictures fill this first line of it all, to the end\n" }, { text: "𝒶 b\n" }],
    });
    expect(
      spansOf(cutOf(record, [1])).map(({ start, end }) => [...record.source.text].slice(start, end).join("")),
    ).toEqual(["𝒶 b"]);
  });
});

test("white space alone makes no excerpt", () => {
  const blank = { text: " ".repeat(300) + "\n".repeat(40) };
  const record = scoredRecord({ units: [{ text: "some words\n" }, blank, { text: "and more of them\n" }] });
  expect(excerpt([{ record, kept: [1], cutAt: null }], "plain")).toEqual([]);
});

import fc from "fast-check";

test("records keep their order of arrival, regardless of their scores", () => {
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

test("bestFirst orders excerpts by score, equal scores by arrival", () => {
  const packed = [2, 5, 5, 9].map((score, position) => ({
    record: linesRecord(1, { 0: score }, { position }),
    kept: [0],
    cutAt: null,
  }));
  const { bestFirst } = render(excerpt(packed, "plain"));
  expect(bestFirst().map(({ record }) => record.position)).toEqual([3, 1, 2, 0]);
});

test("the token count of a rendered text is exact for any edges of its records", () => {
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
  ["a record without a title by its source", { source: "logs/a.txt" }, "[logs/a.txt]\nline 0"],
  ["no text that begins with its title", { title: "of record 0" }, "line 0"],
  ["no record without a name", {}, "line 0"],
])("puts a heading above %s", (_, names, start) => {
  const record = linesRecord(20, {}, names);
  const { rendered } = render(excerpt([{ record, kept: record.units.map((_unit, at) => at), cutAt: null }], "plain"));
  expect(rendered().startsWith(start)).toBe(true);
});

test("neighbours with the same name share one heading, which is counted once", () => {
  const names = ["Friday", "Friday", "Saturday", "", "Saturday"];
  const packed = names.map((title, position) => {
    return { record: linesRecord(2, {}, { position, title }), kept: [0, 1], cutAt: null };
  });
  const excerpts = excerpt(packed, "plain");
  expect(excerpts.map(({ renderedSize }) => renderedSize.heading)).toEqual([
    "[Friday]\n",
    "",
    "[Saturday]\n",
    "",
    "[Saturday]\n",
  ]);
  expect(render(excerpts).renderedTokens).toBe(countTokens(render(excerpts).rendered()));
});

test("renderWhole keeps every text unchanged", () => {
  expect(renderWhole(["a\n", "b"])).toBe("a\n\n\nb");
});

test("the costs of single excerpts add up to the rendered cost, within a token each", () => {
  const packed = Array.from({ length: 12 }, (_, position) => ({
    record: linesRecord(12, {}, { position, title: `part ${position}` }),
    kept: [position % 7, 8 + (position % 3)],
    cutAt: null,
  }));
  const excerpts = excerpt(packed, "plain");
  const apart = excerpts.reduce((sum, one) => sum + one.renderedSize.tokens, 0);
  const { renderedTokens } = render(excerpts);
  expect(apart).toBeGreaterThanOrEqual(renderedTokens);
  expect(apart - renderedTokens).toBeLessThanOrEqual(packed.length);
});
