import { describe, expect, test } from "vitest";
import type { ContentTypeName } from "../../src/engine/content-types.ts";
import type { PackedRecord, ScoredRecord } from "../../src/engine/model.ts";
import { pack } from "../../src/engine/pack.ts";
import { type PackSettings, rankUnits } from "../../src/engine/rank.ts";
import { ROWS } from "../../src/engine/unit-nouns.ts";
import { linesRecord, scoredRecord, settings } from "./scored-record.ts";

interface Limits {
  readonly maxContextTokens: number;
  readonly maxRecords?: number;
}

function packed(records: readonly ScoredRecord[], limits: Limits, changed: Partial<PackSettings> = {}) {
  const all = { ...settings, ...changed };
  const budget = {
    maxContextTokens: limits.maxContextTokens,
    maxRecords: limits.maxRecords ?? null,
    renderFormat: "plain",
  } as const;
  return pack(rankUnits(records, all), budget, all).packed;
}

const summary = (result: readonly PackedRecord[]) => result.map(({ record, kept }) => [record.position, ...kept]);

describe("which units are taken", () => {
  test("the best units of all records, as long as they fit", () => {
    const records = [linesRecord(20, { 4: 9, 5: 1 }, { position: 0 }), linesRecord(20, { 7: 8 }, { position: 1 })];
    expect(summary(packed(records, { maxContextTokens: 60 }))).toEqual([
      [0, 4],
      [1, 7],
    ]);
  });

  test("sends every record with a score whole if all fit, and no record with score 0", () => {
    const records = [linesRecord(3, { 0: 1 }, { position: 0 }), linesRecord(3, {}, { position: 1 })];
    expect(summary(packed(records, { maxContextTokens: 50 }))).toEqual([[0, 0, 1, 2]]);
  });

  test("leaves out records below a share of the best score, even if there is room", () => {
    const records = [linesRecord(60, { 3: 9, 20: 4, 40: 0.5 }, {})];
    expect(summary(packed(records, { maxContextTokens: 200 }))).toEqual([[0, 3, 20, 40]]);
    expect(summary(packed(records, { maxContextTokens: 200 }, { rankShareMin: 0.1 }))).toEqual([[0, 3, 20]]);
  });

  test("the next unit that fits, after one that is too large", () => {
    const long = { text: `${"long ".repeat(200)}\n`, score: 9 };
    const records = [
      scoredRecord({ units: [long, ...Array.from({ length: 9 }, () => ({ text: "a short line\n" }))] }),
      linesRecord(9, { 1: 8, 2: 1, 3: 1 }, { position: 1 }),
    ];
    expect(summary(packed(records, { maxContextTokens: 60 }))).toEqual([[1, 1, 2, 3]]);
  });

  test("a short record whole, unless it would take a large share of the budget", () => {
    const records = [linesRecord(4, { 2: 9 }, { position: 0 }), linesRecord(90, { 3: 5, 60: 4 }, { position: 1 })];
    const whole = { wholeTokensMax: 150 };
    expect(summary(packed(records, { maxContextTokens: 200 }, whole))[0]).toEqual([0, 0, 1, 2, 3]);
    expect(summary(packed(records, { maxContextTokens: 70 }, whole))[0]).toEqual([0, 2]);
  });

  test("a tool's schema whole, up to its own limit", () => {
    const scores = { 2: 9 };
    const schema = linesRecord(4, scores, { position: 0, kind: "tool_schema" });
    const records = [schema, linesRecord(4, scores, { position: 1 }), linesRecord(90, { 3: 5 }, { position: 2 })];
    const taken = summary(packed(records, { maxContextTokens: 200 }, { wholeSchemaTokensMax: 150 }));
    expect(taken.slice(0, 2)).toEqual([
      [0, 0, 1, 2, 3],
      [1, 2],
    ]);
  });

  describe("in a catalogue of schemas above the limit", () => {
    const scored = (position: number) => ({ 2: 20 - position });
    const schemas = Array.from({ length: 12 }, (_, position) =>
      linesRecord(20, scored(position), { position, kind: "tool_schema" }),
    );
    const budgetFor = (count: number) => ({ maxContextTokens: count * ((schemas[0]?.scan.total ?? 0) + 1) });
    const taken = (records: readonly ScoredRecord[], count: number) =>
      summary(packed(records, budgetFor(count), { wholeSchemaTokensMax: 30 }));
    const whole = (position: number) => [position, ...Array.from({ length: 20 }, (_, unit) => unit)];
    const inPart = schemas.map(({ position }) => [position, 2]);

    test("whole ones that take a seventh of the budget each", () => {
      expect(taken(schemas, 7)).toEqual([0, 1, 2, 3, 4, 5, 6].map(whole));
    });
    test("whole ones that take a fifth each, if they match nearly as well as the best", () => {
      expect(taken(schemas, 5)).toEqual([0, 1, 2, 3, 4].map(whole));
      const others = schemas.map((schema, position) => (position === 0 ? schema : { ...schema, score: 9 }));
      expect(taken(others, 5).map(({ length }) => length)).toEqual([21, ...others.slice(1).map(() => 2)]);
    });
    test("only the best ones whole, if each takes two fifths", () => {
      expect(taken(schemas, 2.5).slice(0, 3)).toEqual([whole(0), whole(1), inPart[2]]);
    });
    test("parts of all, if each takes more than seven tenths", () => {
      expect(taken(schemas, 1.3)).toEqual(inPart);
    });
    test("the beginnings of all before the long outputs of any", () => {
      const long = schemas.map(({ position }) => {
        const fields = Array.from({ length: 19 }, (_, field) => ({
          text: `"field_${field}_of_${position}": "a number",\n`,
          score: 40 - position,
        }));
        const head = { text: '{ "name": "a_tool", "returns": {\n', score: 20 - position };
        return scoredRecord({ position, kind: "tool_schema", units: [head, ...fields] });
      });
      const opening = schemas.map(({ position }) => [position, 0, 1, 2]);
      expect(taken(long, 4).map((kept) => kept.slice(0, 4))).toEqual(opening);
      expect(taken(long, 4)[0]).toEqual(whole(0));
    });
  });

  test("the best records only, up to maxRecords", () => {
    const records = [3, 9, 5].map((score, position) => linesRecord(30, { 1: score }, { position }));
    expect(summary(packed(records, { maxContextTokens: 300, maxRecords: 2 })).map(([position]) => position)).toEqual([
      1, 2,
    ]);
    expect(packed(records, { maxContextTokens: 300, maxRecords: 0 })).toEqual([]);
  });

  test("each text once", () => {
    const read = linesRecord(40, { 5: 9, 6: 8 });
    expect(summary(packed([read, { ...read, position: 1 }], { maxContextTokens: 100 }))).toEqual([[0, 5, 6]]);
  });
});

describe("what is sent along with a unit", () => {
  const table = scoredRecord({
    type: "table",
    noun: ROWS,
    units: [
      { text: "| name of the part | number in stock |\n", count: 0 },
      ...Array.from({ length: 30 }, (_, row) => ({
        text: `| part number ${row} | ${row * 7} pieces in stock |\n`,
        score: row === 20 ? 9 : 0,
        head: 0,
      })),
    ],
  });

  const heads = (tokens: number, lead = 0) => ({ headerTokensMax: tokens, bestHeaderTokensMax: lead });
  const article = (type: ContentTypeName) =>
    scoredRecord({
      type,
      units: [
        { text: "Chapter 3: spare parts\n" },
        { text: `A long note on what stands below. ${"It goes on for a while. ".repeat(9)}\n`, head: 0 },
        ...Array.from({ length: 200 }, (_, n) => ({
          text: `part ${n} is in the cellar\n`,
          head: 1,
          score: n === 9 ? 9 : n === 20 ? 2 : 0,
        })),
      ],
    });

  test("the heading above a header that is too long to send", () => {
    expect(summary(packed([article("prose")], { maxContextTokens: 60 }, heads(20)))).toEqual([[0, 0, 11, 22]]);
    expect(summary(packed([article("prose")], { maxContextTokens: 60 }, heads(2)))).toEqual([[0, 11, 22]]);
  });

  test("a long header with one of the best units, in a type whose heads name their subject", () => {
    expect(summary(packed([article("json")], { maxContextTokens: 900 }, heads(20, 80)))).toEqual([[0, 0, 1, 11, 22]]);
    expect(summary(packed([article("code")], { maxContextTokens: 900 }, heads(20, 80)))).toEqual([[0, 0, 11, 22]]);
    const record = article("json");
    const lesser = { ...record, unitScores: record.unitScores.map((score) => (score === 9 ? 0 : score)) };
    expect(
      summary(packed([lesser, linesRecord(40, { 5: 9 }, { position: 1 })], { maxContextTokens: 900 }, heads(2, 80))),
    ).toEqual([
      [0, 22],
      [1, 5],
    ]);
  });

  test("a table's header with its row, if the header is short", () => {
    expect(summary(packed([table], { maxContextTokens: 60 }, heads(20)))).toEqual([[0, 0, 21]]);
    expect(summary(packed([table], { maxContextTokens: 60 }, heads(2)))).toEqual([[0, 21]]);
  });

  test("the row alone if the header does not fit", () => {
    expect(summary(packed([table], { maxContextTokens: 30 }, heads(20)))).toEqual([[0, 21]]);
  });

  test("a lesser row only with its header, unless it has none", () => {
    const records = [table, linesRecord(40, { 5: 30, 9: 2 }, { position: 1 })];
    expect(summary(packed(records, { maxContextTokens: 56 }, heads(20)))).toEqual([[1, 5, 9]]);
    expect(summary(packed(records, { maxContextTokens: 56 }, heads(2)))).toEqual([
      [0, 21],
      [1, 5],
    ]);
  });

  const call = scoredRecord({
    units: [{ text: `search({ query: "${"some words ".repeat(60)}" })` }],
    kind: "tool_call",
    position: 0,
  });
  const result = linesRecord(60, { 30: 9, 31: 8, 40: 1 }, { kind: "tool_result", position: 1 });

  test("the beginning of a call with its result", () => {
    const [first, second] = packed([call, result], { maxContextTokens: 600 }, { callTokensMax: 40 });
    expect(first?.record.position).toBe(0);
    expect(first?.cutAt).toBeLessThan(250);
    expect(second?.record.position).toBe(1);
  });

  test("less of the call if the budget is small", () => {
    const [first] = packed([call, result], { maxContextTokens: 150 }, { callTokensMax: 40 });
    expect(first?.record.position).toBe(0);
    expect(first?.cutAt).toBeLessThan(100);
  });

  test("no call above a result that begins with the call's arguments", () => {
    const asked = scoredRecord({ units: [{ text: "open src/ferry.ts" }], kind: "tool_call", title: "open" });
    const shown = ["[File: src/ferry.ts]\n", ...Array.from({ length: 60 }, (_, line) => `line ${line} of the file\n`)];
    const file = (score: number, at: number) =>
      scoredRecord({
        units: shown.map((text, unit) => ({ text, score: unit === at ? score : 0 })),
        kind: "tool_result",
        position: 1,
      });
    const sent = (at: number) => packed([asked, file(9, at)], { maxContextTokens: 100 }, { callTokensMax: 40 });
    expect(sent(0).map(({ record }) => record.position)).toEqual([1]);
    expect(sent(30).map(({ record }) => record.position)).toEqual([0, 1]);
  });

  test.each([
    ["no room for it", { maxContextTokens: 32 }, { callTokensMax: 40 }],
    ["no record left", { maxContextTokens: 600, maxRecords: 1 }, { callTokensMax: 40 }],
    ["turned off", { maxContextTokens: 600 }, { callTokensMax: 0 }],
  ])("the result alone: %s", (_, limits, changed) => {
    expect(packed([call, result], limits, changed).map(({ record }) => record.position)).toEqual([1]);
  });
});

describe("a unit larger than the budget", () => {
  const giant = scoredRecord({ units: [{ text: "word after word ".repeat(2000), score: 1 }] });

  test("is cut", () => {
    const [only] = packed([giant], { maxContextTokens: 100 });
    expect(only?.kept).toEqual([0]);
    expect(only?.cutAt).toBeGreaterThan(100);
    expect(only?.cutAt).toBeLessThan(600);
  });

  test("is cut before a worse unit that fits", () => {
    const worse = scoredRecord({ units: [{ text: "a few plain words\n", score: 0.1 }], position: 1 });
    expect(summary(packed([giant, worse], { maxContextTokens: 100 }))).toEqual([[0, 0]]);
  });

  test.each([
    [
      "is cut where much of the budget is left and it is nearly the best",
      0.8,
      [
        [0, 0],
        [1, 0],
      ],
    ],
    ["is left out if it scores far below the best", 0.5, [[0, 0]]],
  ])("%s", (_, score, expected) => {
    const best = scoredRecord({ units: [{ text: "a few plain words\n", score: 1 }] });
    const lesser = scoredRecord({ units: [{ text: "word after word ".repeat(40), score }], position: 1 });
    expect(summary(packed([best, lesser], { maxContextTokens: 70 }))).toEqual(expected);
  });

  test.each([0, 1, 5, 12])("says nothing within %d tokens", (maxContextTokens) => {
    expect(packed([giant], { maxContextTokens })).toEqual([]);
  });
});

test.each([[[]], [[linesRecord(5, {})]]])("nothing scored, nothing packed", (records) => {
  expect(packed(records, { maxContextTokens: 20 })).toEqual([]);
});
