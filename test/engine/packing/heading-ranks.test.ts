// What a heading that matches the task brings: the text below it, never the heading alone.
import { describe, expect, test } from "vitest";
import { type ContentTypeName, contentType } from "../../../src/engine/content-types.ts";
import { pack } from "../../../src/engine/pack.ts";
import { rankUnits } from "../../../src/engine/rank.ts";
import { LINES, SENTENCES } from "../../../src/engine/unit-nouns.ts";
import { scoredRecord, settings } from "../scored-record.ts";

const packSettings = { ...settings, headerTokensMax: 32 };

interface Sketch {
  readonly head?: number;
  readonly score?: number;
  readonly text?: string;
  readonly count?: number;
}

function article(sketches: readonly Sketch[], type: ContentTypeName = "markdown") {
  const noun = contentType(type).isRunningText ? SENTENCES : LINES;
  const units = sketches.map(({ text, ...rest }, at) => ({
    text: text ?? `Sentence ${at} tells of the one thing and of another in more words than its mark has.\n\n`,
    ...rest,
  }));
  return scoredRecord({ units, type, noun });
}

const orderOf = (record: ReturnType<typeof article>) => [...rankUnits([record], packSettings).order];

const heading = (text: string, rest: Sketch = {}) => ({ text: `## ${text}\n\n`, ...rest });

/** A heading with the given score and one text below it that scores 4. */
const section = (at: number, score: number) => [heading(`Article ${at}`, { score }), { head: 2 * at, score: 4 }];

describe("a heading that matches best", () => {
  const record = article([heading("Fees", { score: 9 }), { head: 0, score: 1 }, { head: 0, score: 2 }, { score: 3 }]);

  test("raises the best unit below it and is not taken by itself", () => {
    expect(orderOf(record)).toEqual([2, 3, 1]);
  });

  test("is sent with that unit", () => {
    const budget = { maxContextTokens: 45, maxRecords: null, renderFormat: "plain" } as const;
    const { packed } = pack(rankUnits([record], packSettings), budget, packSettings);
    expect(packed.map(({ kept }) => kept)).toEqual([[0, 2]]);
  });

  test("raises the first of units that do not match themselves", () => {
    expect(orderOf(article([heading("Fees", { score: 9 }), { head: 0 }, { head: 0 }]))).toEqual([1]);
  });

  test("raises text below its subheading", () => {
    const nested = [heading("Fees", { score: 9 }), heading("In winter", { head: 0, score: 4 }), { head: 1 }, {}];
    expect(orderOf(article(nested))).toEqual([2]);
  });

  test("is not taken if a text matches better than one of the headings", () => {
    expect(orderOf(article([...section(0, 9), ...section(1, 8), ...section(2, 3)]))).toEqual([1, 3, 5]);
  });
});

test("the header of a table is not taken by itself either", () => {
  const header = { text: "room;seats;floor\n", count: 0, score: 9 };
  expect(orderOf(article([header, { head: 0, score: 1 }, { head: 0, score: 2 }], "table"))).toEqual([2, 1]);
});

describe("keeps its own rank:", () => {
  const below = [{ head: 0, score: 1 }];

  test("a row of a table with rows below it", () => {
    expect(orderOf(article([{ text: "Assets;9\n", score: 9 }, ...below], "table"))).toEqual([0, 1]);
  });

  test("every heading of a text if all match better than the text below: its headings are asked for", () => {
    expect(orderOf(article([...section(0, 9), ...section(1, 8), ...section(2, 7)]))).toEqual([0, 2, 4, 1, 3, 5]);
  });

  test("a heading without text below it", () => {
    expect(orderOf(article([heading("Fees", { score: 9 }), { score: 1 }]))).toEqual([0, 1]);
  });

  test("a head that is too long to be sent with the units below it", () => {
    const long = { text: `${"A long note on what stands below. ".repeat(9)}\n`, score: 9 };
    expect(orderOf(article([long, ...below]))).toEqual([0, 1]);
  });

  test.each(["code", "json", "lines"] as const)("the head of units of %s, which may be the answer", (type) => {
    const record = { ...article([{ text: "def pay(fee):\n", score: 9 }, ...below], type), noun: LINES };
    expect(orderOf(record)).toEqual([0, 1]);
  });
});
