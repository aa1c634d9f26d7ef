// A packing states the largest budget that gives the same packing, so that this budget needs no new one.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Budget, ScoredRecord } from "../../src/engine/model.ts";
import { pack } from "../../src/engine/pack.ts";
import { type PackSettings, rankUnits } from "../../src/engine/rank.ts";
import { linesRecord, scoredRecord, settings } from "./scored-record.ts";

const budget = (maxContextTokens: number, maxRecords: number | null = null): Budget => {
  return { maxContextTokens, maxRecords, renderFormat: "plain" };
};

function upTo(records: readonly ScoredRecord[], tokens: number, maxRecords: number | null = null): number {
  return pack(rankUnits(records, settings), budget(tokens, maxRecords), settings).sameUpTo;
}

const lines = (scores: Readonly<Record<number, number>>) =>
  [0, 1].map((position) => linesRecord(40, scores, { position }));

test("a packing of all scoring units stays the same up to the size of the whole records", () => {
  const records = lines({ 3: 2, 20: 1 });
  const whole = records.reduce((sum, { scan }) => sum + scan.total + 1, 0);
  expect(upTo(records, 300)).toBe(whole - 1);
  expect(upTo(records, whole)).toBe(Number.POSITIVE_INFINITY);
});

test("a packing without a unit that was too large holds for its own budget only", () => {
  expect(upTo(lines({ 3: 2, 20: 1 }), 40)).toBe(40);
});

test("a packing that only the number of records limits holds for any budget", () => {
  for (const tokens of [300, 5_000]) {
    expect(upTo(lines({ 3: 2, 20: 1 }), tokens, 1)).toBe(Number.POSITIVE_INFINITY);
  }
});

test("a packing in which the call of a result did not fit holds for its own budget only", () => {
  const asked = { text: "search for the ferry that leaves at noon\n" };
  const call = scoredRecord({ units: [asked, asked], position: 0, kind: "tool_call", stepId: "one" });
  const result = linesRecord(9, { 0: 1 }, { position: 1, kind: "tool_result", stepId: "one" });
  const all = { ...settings, callTokensMax: 3 };
  const ranked = rankUnits([call, result], all);
  const just = result.scan.total + 1;
  expect([just, 400].map((tokens) => pack(ranked, budget(tokens), all).sameUpTo)).toEqual([
    just,
    Number.POSITIVE_INFINITY,
  ]);
});

const unit = fc.record({
  text: fc.integer({ min: 1, max: 30 }).map((words) => `${"word ".repeat(words)}\n`),
  score: fc.constantFrom(0, 0, 1, 2, 5, 9),
  head: fc.constantFrom(-1, 0),
});

const request = fc.array(
  fc.record({
    units: fc.array(unit, { minLength: 1, maxLength: 12 }),
    kind: fc.constantFrom("external_data", "tool_call", "tool_result", "tool_schema"),
    type: fc.constantFrom("prose", "json"),
    title: fc.constantFrom("", "A name of some length"),
    stepId: fc.constantFrom("one", "two"),
  }),
  { minLength: 1, maxLength: 8 },
);

const manners: readonly Partial<PackSettings>[] = [
  {},
  { wholeTokensMax: 40, wholeSchemaTokensMax: 80, headerTokensMax: 8, callTokensMax: 24 },
  { bestHeaderTokensMax: 60, callTokensMax: 60, wholeShareMax: 0.1 },
];

test("all budgets up to sameUpTo give the same packing", () => {
  const cases = fc.tuple(request, fc.constantFrom(...manners), fc.option(fc.integer({ min: 1, max: 6 })));
  let larger = 0;
  fc.assert(
    fc.property(cases, ([sketches, changed, maxRecords]) => {
      const all = { ...settings, ...changed };
      const records = sketches.map(({ units, ...rest }, position) => {
        return scoredRecord({
          ...rest,
          position,
          units: units.map((one, at) => ({ ...one, head: at === 0 ? -1 : one.head })),
        });
      });
      const ranked = rankUnits(records, all);
      const packedWith = (tokens: number) => {
        const { packed, sameUpTo } = pack(ranked, budget(tokens, maxRecords), all);
        return { packed: packed.map(({ record, kept, cutAt }) => [record.position, kept, cutAt]), sameUpTo };
      };
      let before = packedWith(0);
      for (let tokens = 5; tokens < 2_500; tokens += 5) {
        const next = packedWith(tokens);
        if (tokens > before.sameUpTo) {
          before = next;
          continue;
        }
        larger++;
        expect(next.packed).toEqual(before.packed);
      }
    }),
    { numRuns: 60 },
  );
  expect(larger).toBeGreaterThan(0);
});
