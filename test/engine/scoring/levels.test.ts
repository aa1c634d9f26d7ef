// The scores equal those of a naive scorer without postings, which counts every term in the text.
import { expect, test } from "vitest";
import type { Corpus } from "../../../src/engine/index/corpus.ts";
import { inverseFrequency, lengthNorm, saturation } from "../../../src/engine/scoring/bm25.ts";
import { addLevels, type LevelSettings } from "../../../src/engine/scoring/levels.ts";
import type { SearchTerms } from "../../../src/engine/scoring/search-terms.ts";
import type { UnitParts } from "../../../src/engine/scoring/unit-scores.ts";
import { analysed, background, point, record } from "../request.ts";

const records = [
  ...background,
  record("Ferries carry cars. The ferry to the island is late. Tickets are sold on board. ".repeat(8), {
    title: "Island ferries",
    tags: ["transport"],
  }),
  record(JSON.stringify(Array.from({ length: 12 }, (_, row) => ({ row, ferry: `F${row}`, island: "North" })))),
  record("东京到大阪的渡轮每天两班。冬季停运。".repeat(6)),
];
const prompt = "When does the island ferry leave in winter? 渡轮每天几班";

test("equals a naive scorer, unit by unit", () => {
  const { corpus, query } = analysed(records, prompt);
  const asked = { ...query, parts: ["keyword"], partOf: new Uint8Array(query.terms.length) };
  const parts: UnitParts = new Map();
  addLevels(corpus, asked, point.score.levels, parts);
  const sums = corpus.blockOf.map(() => 0);
  const fast = Array.from(sums, (_, unit) => [...parts.values()].reduce((sum, part) => sum + (part[unit] ?? 0), 0));
  expect(Math.max(...fast)).toBeGreaterThan(0);
  for (const [unit, value] of fast.entries()) {
    expect(value).toBeCloseTo(naive(corpus, asked, point.score.levels, unit), 9);
  }
});

function naive(corpus: Corpus, { terms, weights }: SearchTerms, settings: LevelSettings, unit: number): number {
  const all = [...corpus.blockOf.keys()];
  const levels = [
    { share: settings.unit, group: (at: number) => at, fields: false },
    { share: settings.block, group: (at: number) => corpus.blockOf[at], fields: true },
    { share: settings.record, group: (at: number) => corpus.recordOf[at], fields: true },
  ];
  let sum = 0;
  for (const { share, group, fields } of levels) {
    const groups = new Set(all.map(group));
    const length = (id: number | undefined) =>
      all.filter((at) => group(at) === id).reduce((n, at) => n + words(corpus, at), 0);
    const mean = [...groups].reduce<number>((total, id) => total + length(id), 0) / groups.size;
    const members = all.filter((at) => group(at) === group(unit));
    for (const [slot, term] of terms.entries()) {
      let count = members.reduce((n, at) => n + occurrences(corpus, at, term, settings.context), 0);
      if (fields) count += labelled(corpus, corpus.recordOf[unit] ?? 0, term);
      const inTexts = corpus.blockFrequency[term] ?? 0;
      const inFields = all.filter(
        (at) => corpus.blockOf[at] !== corpus.blockOf[at - 1] && labelled(corpus, corpus.recordOf[at] ?? 0, term) > 0,
      );
      const holders = all.filter((at) => occurrences(corpus, at, term, 1) > 0).length;
      const isRow = !fields && corpus.groupings.unit.rows?.[unit] === 1;
      const rarity = isRow
        ? inverseFrequency(holders, all.length)
        : inverseFrequency(inTexts > 0 ? inTexts : inFields.length, corpus.blocks);
      const norm = lengthNorm(length(group(unit)), mean, settings.bm25);
      sum += share * (weights[slot] ?? 0) * rarity * saturation(count, norm, settings.bm25);
    }
  }
  return sum;
}

/** The contribution of a record's fields for a term. */
function labelled({ fields }: Corpus, record: number, term: number): number {
  const weights = fields.weights.slice(fields.from[record], fields.from[record + 1]);
  const terms = fields.terms.subarray(fields.from[record], fields.from[record + 1]);
  return weights.reduce((sum, weight, at) => sum + (terms[at] === term ? weight : 0), 0);
}

/** Terms of the unit's own text that are not numbers. */
function words(corpus: Corpus, unit: number): number {
  const own = corpus.terms.subarray(corpus.unitFrom[unit], corpus.ownTo[unit]);
  return [...own].filter((term) => !/^[0-9]/.test(corpus.vocabulary.form(term))).length;
}

function occurrences(corpus: Corpus, unit: number, term: number, context: number): number {
  let count = 0;
  for (let at = corpus.unitFrom[unit] ?? 0; at < (corpus.unitFrom[unit + 1] ?? 0); at += 1) {
    if (corpus.terms[at] === term) count += at < (corpus.ownTo[unit] ?? 0) ? 1 : context;
  }
  return count;
}
