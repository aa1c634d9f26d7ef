// Pseudo-relevance feedback: the words that the best blocks share and the task did not say.
// In: the corpus and a first score a unit. Out: terms to search for besides. Must add nothing when nothing matched.
import type { Corpus } from "./corpus.ts";
import { rarity, type SearchTerm } from "./levels.ts";

export interface FeedbackSettings {
  /** How many of the best blocks are read; 0 turns feedback off. */
  readonly blocks: number;
  /** How many terms are taken from them. */
  readonly terms: number;
  /** Weight of the strongest of them, against 1 for a word of the task. */
  readonly weight: number;
}

export const RELATED_PART = "related";

export function feedbackTerms(
  corpus: Corpus,
  unitScores: Float64Array,
  asked: ReadonlySet<number>,
  settings: FeedbackSettings,
): readonly SearchTerm[] {
  const best = bestBlocks(corpus, unitScores, settings.blocks);
  const top = best[0]?.score ?? 0;
  if (top <= 0) return [];
  const strength = new Map<number, number>();
  for (const { from, to, score } of best) {
    const counts = new Map<number, number>();
    for (let at = from; at < to; at += 1) {
      const term = corpus.terms[at] ?? 0;
      if (!asked.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    for (const [term, count] of counts) {
      const share = (score / top) * (count / (count + 1));
      strength.set(term, (strength.get(term) ?? 0) + share);
    }
  }
  const ranked = [...strength]
    .filter(([term]) => (corpus.blockFrequency[term] ?? 0) > 1 && corpus.lexicon.form(term).length > 1)
    .map(([term, share]) => ({ term, worth: share * rarity(corpus, term) }))
    .sort((a, b) => b.worth - a.worth || a.term - b.term)
    .slice(0, settings.terms);
  const most = ranked[0]?.worth ?? 0;
  return ranked.map(({ term, worth }) => ({ term, weight: (settings.weight * worth) / most, part: RELATED_PART }));
}

interface BlockRange {
  readonly from: number;
  readonly to: number;
  readonly score: number;
}

/** The blocks whose best unit scores highest, best first. */
export function bestBlocks(corpus: Corpus, unitScores: Float64Array, count: number): readonly BlockRange[] {
  const best = new Float64Array(corpus.blocks);
  const from = new Int32Array(corpus.blocks).fill(-1);
  const to = new Int32Array(corpus.blocks);
  for (let unit = 0; unit < unitScores.length; unit += 1) {
    const block = corpus.blockOf[unit] ?? 0;
    best[block] = Math.max(best[block] ?? 0, unitScores[unit] ?? 0);
    if ((from[block] ?? 0) < 0) from[block] = corpus.unitFrom[unit] ?? 0;
    to[block] = corpus.unitFrom[unit + 1] ?? 0;
  }
  return Array.from(best, (score, block) => ({ from: from[block] ?? 0, to: to[block] ?? 0, score, block }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.block - b.block)
    .slice(0, count);
}
