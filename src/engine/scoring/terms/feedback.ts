// Pseudo-relevance feedback: the words that the best blocks share and the task did not say.
// In: the corpus and a first score a unit. Out: terms to search for besides. Must add nothing when nothing matched.
import { float64s } from "../../../text/slab.ts";
import { isSingle } from "../../../text/vocabulary.ts";
import type { Analysed } from "../../analyse.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { type BlockRange, bestBlocks } from "../best-blocks.ts";
import { placesByRank } from "../by-rank.ts";
import { breadthOf } from "./breadth.ts";
import { termsMet } from "./met-terms.ts";
import { NO_TERMS, rarity, type SearchTerms, searchTerms } from "./search-terms.ts";

export interface FeedbackSettings {
  /** How many of the best blocks are read; 0 turns feedback off. */
  readonly blocks: number;
  /** How many terms are taken from them. */
  readonly terms: number;
  /** Weight of the strongest of them, against 1 for a word of the task. */
  readonly weight: number;
  /** All of them together weigh at most this share of what the task's own words weigh. */
  readonly massMax: number;
  /** Blocks that score less than this share of the best one are not read. */
  readonly scoreShareMin: number;
  /** A term must stand in at least this many of the blocks read. */
  readonly sharedMin: number;
}

export const RELATED_PART = "related";

export interface Feedback {
  readonly terms: SearchTerms;
  /** Indices of the records whose blocks were read: that they hold their own words is no reason to send them. */
  readonly from: ReadonlySet<number>;
}

export const NO_FEEDBACK: Feedback = { terms: NO_TERMS, from: new Set() };

export function feedbackTerms(
  { corpus, task }: Analysed,
  unitScores: Float64Array,
  asked: SearchTerms,
  settings: FeedbackSettings,
): Feedback {
  const found = bestBlocks(corpus, unitScores, settings.blocks);
  const top = found[0]?.score ?? 0;
  const best = found.filter(({ score }) => score >= settings.scoreShareMin * top);
  const ranked = sharedTerms(corpus, best, asked.terms, settings);
  const most = ranked[0]?.worth ?? 0;
  const weights = ranked.map(({ worth }) => (settings.weight * worth) / most);
  const mass = ranked.reduce((sum, { term }, at) => sum + (weights[at] ?? 0) * rarity(corpus, term), 0);
  const askedMass = massHeld(corpus, asked);
  const scale = mass > 0 ? Math.min(1, (breadthOf(task) * settings.massMax * askedMass) / mass) : 0;
  const terms = searchTerms(RELATED_PART, new Map(ranked.map(({ term }, at) => [term, scale * (weights[at] ?? 0)])));
  return { terms, from: new Set(best.map(({ record }) => record)) };
}

interface RankedTerm {
  readonly term: number;
  readonly worth: number;
}

/** The terms of the blocks, those first that are in many good ones and in few others. */
function sharedTerms(
  corpus: Corpus,
  blocks: readonly BlockRange[],
  asked: Int32Array,
  settings: FeedbackSettings,
): readonly RankedTerm[] {
  const { terms, strengths, holders } = termsMet(corpus, blocks, asked);
  const needed = Math.min(settings.sharedMin, blocks.length);
  const worths = float64s(terms.length);
  for (let place = 0; place < terms.length; place += 1) {
    const term = terms[place] ?? 0;
    if (isSingle(corpus.starts[term] ?? 0)) continue;
    if ((holders[place] ?? 0) < needed || (corpus.blockFrequency[term] ?? 0) <= 1) continue;
    worths[place] = (strengths[place] ?? 0) * rarity(corpus, term);
  }
  const ranked: RankedTerm[] = [];
  for (const place of placesByRank(worths, Number.MIN_VALUE).subarray(0, settings.terms)) {
    ranked.push({ term: terms[place] ?? 0, worth: worths[place] ?? 0 });
  }
  return ranked;
}

/** What the task's words weigh; a term that the records do not hold weighs nothing. */
function massHeld(corpus: Corpus, { terms, weights }: SearchTerms): number {
  let mass = 0;
  for (let slot = 0; slot < terms.length; slot += 1) {
    const term = terms[slot] ?? 0;
    if ((corpus.blockFrequency[term] ?? 0) > 0) mass += (weights[slot] ?? 0) * rarity(corpus, term);
  }
  return mass;
}
