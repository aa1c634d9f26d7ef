// Rules of scoring run only if they can add to a score.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Analysed } from "../../../src/engine/analyse.ts";
import type { RecordKind, SourceRecord } from "../../../src/engine/model.ts";
import type { ScoreSettings } from "../../../src/engine/score.ts";
import { score } from "../../../src/engine/score.ts";
import { analysed, background, point, record, whyOf } from "../request.ts";

const NOTE = "a note that makes this row long enough for a unit of its own";
const rows = (key: string) =>
  ["C101", "C102", "C103"].map((id) => `${key}${id},${id},9${id.slice(1)},${NOTE}\n`).join("");

/** Texts of most types, with names and ids in common. */
const TEXTS = [
  `order,customer,total,note\n${rows("O7")}`,
  `customer,city,note\n${["C101,Basel", "C102,Bern", "C103,Chur"].map((row) => `${row},${NOTE}\n`).join("")}`,
  JSON.stringify(
    [
      { id: 7, customer_id: "C101", note: NOTE },
      { id: 8, customer_id: "C102", note: NOTE },
    ],
    null,
    1,
  ),
  `export function ratio(of: number): number {\n  return of * 100;\n}\n`,
  `export function showShare(part: number): string {\n  return ratio(part) + suffix;\n}\n`,
  Array.from({ length: 9 }, (_, at) => `2024-05-01 10:00:1${at} INFO customer C10${at} order kept`)
    .concat("2024-05-01 10:00:20 WARN disk is full, no order kept")
    .join("\n"),
  `{"name": "find_order", "description": "Finds an order.", "parameters": {"properties": {"customer": {}}}}`,
  `{"name": "cancel_order", "description": "Cancels it.", "parameters": {"properties": {"order_id": {}}}}`,
  "User: I ordered a bike for customer C101.\nAssistant: I see.\nUser: Is it red?\nAssistant: It is.\n",
  "The order of a customer follows section 4.2. A bike is kept in Basel.",
  "CREATE TABLE bikes (\n  id INTEGER PRIMARY KEY,\n  order_id INTEGER REFERENCES orders(id)\n);\n",
  "Section 4.2 Bikes\n\nThe fee of a bike is nine.",
];

const KINDS: readonly RecordKind[] = ["external_data", "tool_result", "tool_schema", "tool_call", "user_input"];

const anyRecord = fc
  .record({
    text: fc.constantFrom(...TEXTS, ...background.map(({ text }) => text)),
    kind: fc.constantFrom(...KINDS),
    title: fc.constantFrom(null, "Orders", "customers"),
    stepId: fc.constantFrom(null, "1", "2"),
  })
  .map(({ text, ...fields }): SourceRecord => record(text, fields));
const anyRecords = fc.oneof(
  fc.array(anyRecord, { minLength: 1, maxLength: 6 }),
  // Records of one kind without steps, which are not a trace.
  fc
    .tuple(fc.array(anyRecord, { minLength: 1, maxLength: 6 }), fc.constantFrom(...KINDS))
    .map(([records, kind]) => records.map((each) => ({ ...each, kind, stepId: null }))),
);
const anyPrompt = fc.constantFrom("What did I order for customer C101?", "ratio of the fee", "Why was O7C102 kept?");

const EVERYTHING = { schemas: true, code: true, templates: true, fields: true, foreignKeys: true, tables: 99 };

function scoresOf(of: Analysed, settings: ScoreSettings = point.score) {
  return score(of, settings).map((each) => ({ parts: whyOf(each).parts, units: [...each.unitScores] }));
}

test("a rule that is skipped because of what the records lack would add nothing", () => {
  fc.assert(
    fc.property(anyRecords, anyPrompt, (records, prompt) => {
      const of = analysed(records, prompt);
      const asked = scoresOf(of);
      expect(scoresOf({ ...of, shape: { ...of.shape, holds: EVERYTHING } })).toEqual(asked);
    }),
    { numRuns: 100 },
  );
});

describe("the scores", () => {
  const all = TEXTS.map((text) => record(text));
  const partsOf = (records: readonly SourceRecord[], prompt: string, settings: Partial<ScoreSettings> = {}) =>
    score(analysed(records, prompt), { ...point.score, ...settings }).map((each) => whyOf(each).parts);

  test("of all records have the same parts, even if these are 0, and a trace has other parts", () => {
    const names = (records: readonly SourceRecord[]) => Object.keys(partsOf(records, "x")[0] ?? {});
    const always = [
      "named",
      "chain",
      "rarity",
      "needed",
      "head",
      "defines",
      "referred",
      "joined",
      "keyed",
      "cell",
      "foreign_key",
    ];
    expect(names(all).slice(-12)).toEqual([...always, "told"]);
    const trace = all.map((each) => ({ ...each, kind: "tool_result" as const, stepId: "1" }));
    expect(names(trace).slice(-12)).toEqual([...always, "source"]);
  });

  test.each<[string, string, Partial<ScoreSettings>]>([
    ["referred", "Which order follows a section?", { references: { weight: 0, blocks: 3 } }],
    ["joined", "Where does the customer of O7C101 live?", { sharedIds: { weight: 0, units: 3, steps: 2 } }],
    ["defines", "How does showShare build its string?", { definitions: { named: 0, used: 0, body: 1 } }],
    ["rarity", "Which order was kept?", { rareEvent: 0 }],
  ])("have no %s if its weight is 0", (part, prompt, off) => {
    const most = (settings?: Partial<ScoreSettings>) =>
      Math.max(...partsOf(all, prompt, settings).map((parts) => parts[part] ?? 0));
    expect(most()).toBeGreaterThan(0);
    expect(most(off)).toBe(0);
  });
});
