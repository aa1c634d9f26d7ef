// Scores a pool of single facts. The answer is often a chain of facts, and the middle of the chain shares words with
// other links but not with the task.
// In: the corpus and a first score. Out: what each fact gains, by how much of it the task and the best facts explain.
// Linear in terms, because it compares each fact with only a few others.
import { flagged, float64s, freeArray, int32s } from "../../../text/arrays.ts";
import { isSingle } from "../../../text/vocabulary.ts";
import type { Analysed } from "../../analyse.ts";
import type { Corpus } from "../../index/corpus.ts";
import { rarity } from "../search-terms.ts";
import { NO_GAIN, placesByRank } from "../unit-scores.ts";

export interface FactChainSettings {
  /** Gain of a fact if the task or the best facts hold all its words, as a share of the best score; 0 is off. */
  readonly weight: number;
  /** The words of this many of the best facts explain others. */
  readonly facts: number;
}

export function factChainScores(
  { corpus, query }: Analysed,
  scores: Float64Array,
  settings: FactChainSettings,
): Float64Array {
  const seeds = bestFacts(corpus, scores, settings.facts);
  const top = scores[seeds[0]?.unit ?? -1] ?? 0;
  if (top <= 0) return NO_GAIN;
  const isTaskTerm = flagged(corpus.starts.length, query.terms);
  const lastUnit = int32s(corpus.starts.length).fill(-1);
  const known = { corpus, seeds, isTaskTerm, lastUnit };
  const gained = float64s(scores.length);
  for (let unit = 0; unit < gained.length; unit += 1) gained[unit] = explained(known, unit, settings.weight * top);
  freeArray(isTaskTerm);
  freeArray(lastUnit);
  return gained;
}

/** The best facts, best first. Each record is one unit, so units and records have the same numbers. */
function bestFacts({ terms, unitFrom, ownTo }: Corpus, scores: Float64Array, count: number): readonly Seed[] {
  const best = [...placesByRank(scores, Number.MIN_VALUE).subarray(0, count)];
  const top = scores[best[0] ?? -1] ?? 0;
  return best.map((unit) => ({
    unit,
    terms: new Set(terms.subarray(unitFrom[unit] ?? 0, ownTo[unit] ?? 0)),
    share: (scores[unit] ?? 0) / top,
  }));
}

/** The data with which a fact is compared. */
interface Known {
  readonly corpus: Corpus;
  readonly seeds: readonly Seed[];
  readonly isTaskTerm: Uint8Array;
  /** The last fact that held each term. A set for each of 50,000 facts would cost a fifth of all scoring. */
  readonly lastUnit: Int32Array;
}

/** Scales `gain` by the share of the fact's words, weighted by idf, that the task or the best facts hold. */
function explained({ corpus, seeds, isTaskTerm, lastUnit }: Known, unit: number, gain: number): number {
  const { terms, unitFrom, ownTo, starts } = corpus;
  const end = ownTo[unit] ?? 0;
  let all = 0;
  let explainedWorth = 0;
  for (let at = unitFrom[unit] ?? 0; at < end; at += 1) {
    const term = terms[at] ?? 0;
    if (lastUnit[term] === unit || isSingle(starts[term] ?? 0)) continue;
    lastUnit[term] = unit;
    const worth = rarity(corpus, term);
    all += worth;
    explainedWorth += worth * (isTaskTerm[term] === 1 ? 1 : seedShare(seeds, term, unit));
  }
  return all > 0 ? (gain * explainedWorth) / all : 0;
}

/** One of the best facts, with its score as a share of the best score. */
interface Seed {
  readonly unit: number;
  readonly terms: ReadonlySet<number>;
  readonly share: number;
}

/** The share of the best seed that holds the term. Seeds come best first, and a seed does not explain itself. */
function seedShare(seeds: readonly Seed[], term: number, to: number): number {
  for (const { unit, terms, share } of seeds) if (unit !== to && terms.has(term)) return share;
  return 0;
}
