// Pseudo-relevance feedback: terms that the best blocks share and the task lacks.
// In: the corpus and a first score of each unit. Out: additional terms to search for. Adds nothing if nothing matched.
import { flagged, float64s, freeArray, int32s, intList, itemsOf, push } from "../../text/arrays.ts";
import { isSingle } from "../../text/vocabulary.ts";
import type { Analysed } from "../analyse.ts";
import type { Corpus } from "../index/corpus.ts";
import type { Task } from "../model.ts";
import { NO_TERMS, rarity, type SearchTerms, searchTerms } from "./search-terms.ts";
import { type BlockRange, bestBlocks, placesByRank } from "./unit-scores.ts";

/** An answer of at most the first number of tokens names one thing; an answer of at least the second covers many. */
const SHORT_ANSWER_TOKENS = 100;
const LONG_ANSWER_TOKENS = 1500;

/** Factors for the mass of related terms, if the answer is short or long. */
const NARROW = 0.5;
const WIDE = 1.5;

function breadthOf({ outputTokenBudget }: Task): number {
  if (outputTokenBudget === null) return 1;
  if (outputTokenBudget <= SHORT_ANSWER_TOKENS) return NARROW;
  return outputTokenBudget >= LONG_ANSWER_TOKENS ? WIDE : 1;
}

/** Initial capacity: more terms than the best blocks of a small request hold. */
const TERMS_EXPECTED = 256;

/** Terms, ascending, with how strongly the blocks hold each one and how many blocks do. */
interface BlockTerms {
  readonly terms: Int32Array;
  readonly strengths: Float64Array;
  readonly blockCounts: Int32Array;
}

function termsInBlocks(corpus: Corpus, blocks: readonly BlockRange[], taskTerms: Int32Array): BlockTerms {
  const top = blocks[0]?.score ?? 0;
  const terms = distinctTerms(corpus, blocks, taskTerms);
  // Numbers count from 1; 0 is a term of the task.
  const numberOf = int32s(corpus.starts.length);
  for (let place = 0; place < terms.length; place += 1) numberOf[terms[place] ?? 0] = place + 1;
  const strengths = float64s(terms.length + 1);
  const blockCounts = int32s(terms.length + 1);
  const counts = int32s(terms.length + 1);
  for (const { from, to, score } of blocks) {
    for (let at = from; at < to; at += 1) {
      const number = numberOf[corpus.terms[at] ?? 0] ?? 0;
      counts[number] = (counts[number] ?? 0) + 1;
    }
    for (let at = from; at < to; at += 1) {
      const number = numberOf[corpus.terms[at] ?? 0] ?? 0;
      const count = counts[number] ?? 0;
      if (count === 0) continue;
      // The term frequency saturates as in BM25 with k1 = 1 and without length normalisation.
      strengths[number] = (strengths[number] ?? 0) + (score / top) * (count / (count + 1));
      blockCounts[number] = (blockCounts[number] ?? 0) + 1;
      counts[number] = 0;
    }
  }
  freeArray(numberOf);
  return { terms, strengths: strengths.subarray(1), blockCounts: blockCounts.subarray(1) };
}

/** The terms of the blocks, ascending, without those of the task. */
function distinctTerms(corpus: Corpus, blocks: readonly BlockRange[], taskTerms: Int32Array): Int32Array {
  const isKnown = flagged(corpus.starts.length, taskTerms);
  const found = intList(TERMS_EXPECTED);
  for (const { from, to } of blocks) {
    for (let at = from; at < to; at += 1) {
      const term = corpus.terms[at] ?? 0;
      if (isKnown[term] === 0) push(found, term);
      isKnown[term] = 1;
    }
  }
  freeArray(isKnown);
  return itemsOf(found).sort();
}

export interface FeedbackSettings {
  /** How many of the best blocks are read; 0 turns feedback off. */
  readonly blocks: number;
  /** How many terms are taken from them. */
  readonly terms: number;
  /** Weight of the strongest related term, against 1 for a word of the task. */
  readonly weight: number;
  /** All related terms together weigh at most this share of the weight of the task's own words. */
  readonly massMax: number;
  /** Blocks that score less than this share of the best block are not read. */
  readonly scoreShareMin: number;
  /** A term must occur in at least this many of the blocks read. */
  readonly sharedMin: number;
}

export const RELATED_PART = "related";

export interface Feedback {
  readonly terms: SearchTerms;
  /** Indices of the records whose blocks were read. A match of their own words is not a reason to send them. */
  readonly from: ReadonlySet<number>;
}

export const NO_FEEDBACK: Feedback = { terms: NO_TERMS, from: new Set() };

export function feedbackTerms(
  { corpus, task }: Analysed,
  unitScores: Float64Array,
  taskSearch: SearchTerms,
  settings: FeedbackSettings,
): Feedback {
  const found = bestBlocks(corpus, unitScores, settings.blocks);
  const top = found[0]?.score ?? 0;
  const best = found.filter(({ score }) => score >= settings.scoreShareMin * top);
  const ranked = sharedTerms(corpus, best, taskSearch.terms, settings);
  const most = ranked[0]?.worth ?? 0;
  const weights = ranked.map(({ worth }) => (settings.weight * worth) / most);
  const mass = ranked.reduce((sum, { term }, at) => sum + (weights[at] ?? 0) * rarity(corpus, term), 0);
  const taskMass = matchedMass(corpus, taskSearch);
  const scale = mass > 0 ? Math.min(1, (breadthOf(task) * settings.massMax * taskMass) / mass) : 0;
  const terms = searchTerms(RELATED_PART, new Map(ranked.map(({ term }, at) => [term, scale * (weights[at] ?? 0)])));
  return { terms, from: new Set(best.map(({ record }) => record)) };
}

interface RankedTerm {
  readonly term: number;
  readonly worth: number;
}

/** The terms of the blocks, starting with terms that occur in many good blocks and in few others. */
function sharedTerms(
  corpus: Corpus,
  blocks: readonly BlockRange[],
  taskTerms: Int32Array,
  settings: FeedbackSettings,
): readonly RankedTerm[] {
  const { terms, strengths, blockCounts } = termsInBlocks(corpus, blocks, taskTerms);
  const needed = Math.min(settings.sharedMin, blocks.length);
  const worths = float64s(terms.length);
  for (let place = 0; place < terms.length; place += 1) {
    const term = terms[place] ?? 0;
    if (isSingle(corpus.starts[term] ?? 0)) continue;
    if ((blockCounts[place] ?? 0) < needed || (corpus.blockFrequency[term] ?? 0) <= 1) continue;
    worths[place] = (strengths[place] ?? 0) * rarity(corpus, term);
  }
  const ranked: RankedTerm[] = [];
  for (const place of placesByRank(worths, Number.MIN_VALUE).subarray(0, settings.terms)) {
    ranked.push({ term: terms[place] ?? 0, worth: worths[place] ?? 0 });
  }
  return ranked;
}

/** The weight of the task's words. A term that the records do not hold weighs nothing. */
export function matchedMass(corpus: Corpus, { terms, weights }: SearchTerms): number {
  let mass = 0;
  for (let slot = 0; slot < terms.length; slot += 1) {
    const term = terms[slot] ?? 0;
    if ((corpus.blockFrequency[term] ?? 0) > 0) mass += (weights[slot] ?? 0) * rarity(corpus, term);
  }
  return mass;
}
