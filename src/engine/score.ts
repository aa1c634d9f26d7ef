// How relevant is every unit, and with it every record, to the task?
// In: an Analysed. Out: the records with a score, its parts and a reason each. Must not see a budget.
import type { Analysed } from "./analyse.ts";
import { type FeedbackSettings, feedbackTerms } from "./feedback.ts";
import { addLevels, type LevelSettings, type UnitParts } from "./levels.ts";
import type { ScoredRecord, ScoreParts } from "./model.ts";
import { reasonOf } from "./reason.ts";

export interface ScoreSettings {
  readonly levels: LevelSettings;
  readonly feedback: FeedbackSettings;
}

export function score(analysed: Analysed, settings: ScoreSettings): readonly ScoredRecord[] {
  const { corpus, query } = analysed;
  const units = corpus.blockOf.length;
  const parts: UnitParts = new Map();
  const asked = query.terms.map(({ term, weight, entity }) => ({ term, weight, part: entity ? "entity" : "keyword" }));
  addLevels(corpus, asked, settings.levels, parts);
  const known = new Set(query.terms.map(({ term }) => term));
  const related = feedbackTerms(corpus, sumOf(parts, units), known, settings.feedback);
  addLevels(corpus, related, settings.levels, parts);
  return recordScores(analysed, parts);
}

/** The sum of all parts, unit by unit. */
function sumOf(parts: UnitParts, units: number): Float64Array {
  const sum = new Float64Array(units);
  for (const values of parts.values()) {
    for (let at = 0; at < units; at += 1) sum[at] = (sum[at] ?? 0) + (values[at] ?? 0);
  }
  return sum;
}

/** A record is as relevant as its best unit; the parts are that unit's. */
function recordScores({ records, corpus }: Analysed, parts: UnitParts): readonly ScoredRecord[] {
  const sum = sumOf(parts, corpus.blockOf.length);
  let from = 0;
  return records.map((record) => {
    const unitScores = sum.slice(from, from + record.units.length);
    let best = 0;
    for (let unit = 1; unit < unitScores.length; unit += 1)
      if ((unitScores[unit] ?? 0) > (unitScores[best] ?? 0)) best = unit;
    const of: Record<string, number> = {};
    for (const [name, values] of parts) of[name] = values[from + best] ?? 0;
    from += record.units.length;
    const named: ScoreParts = of;
    return { ...record, unitScores, score: unitScores[best] ?? 0, parts: named, reason: reasonOf(named) };
  });
}
