// Does trimming pay here? Stands down when the records hold too few of the task's words to judge by words.
// In: the analysed request and its scores. Out: a Verdict. Must not see a budget, and must rather select than stand down:
// low overlap does not mean a bad selection.
import type { Analysed } from "./analyse.ts";
import type { ScoredRecord, Verdict } from "./model.ts";

export interface GateSettings {
  /** Share of the task's terms that the records must hold, 0 to 1; measured at 2 % false stand-downs. */
  readonly termShareMin: number;
}

/** Every reason the gate can give. */
const gateReason = {
  needle: "engage:needle",
  noSearchableTerms: "standdown:no_searchable_terms",
  highDrift: "standdown:high_drift",
} as const;
export const engineGateReasons: readonly string[] = Object.values(gateReason);

export function judge(analysed: Analysed, scored: readonly ScoredRecord[], settings: GateSettings): Verdict {
  const { query, corpus } = analysed;
  let held = 0;
  const labelled = new Set(corpus.labels.flatMap((labels) => labels.map(({ term }) => term)));
  for (const { term } of query.terms) if ((corpus.blockFrequency[term] ?? 0) > 0 || labelled.has(term)) held += 1;
  const share = query.terms.length > 0 ? held / query.terms.length : 0;
  const best = scored.reduce((most, record) => Math.max(most, record.score), 0);
  const signals = { query_terms: query.terms.length, query_terms_held: held, term_share: share, top_score: best };
  if (query.terms.length === 0) return { engaged: false, reason: gateReason.noSearchableTerms, signals };
  if (best <= 0 || share < settings.termShareMin) return { engaged: false, reason: gateReason.highDrift, signals };
  return { engaged: true, reason: gateReason.needle, signals };
}
