// Decides whether trimming pays off. The gate stands down if the records share too few words with the task to judge by.
// In: the analysed request and its scores. Out: a decision. It must never see a budget.
// When in doubt, it must select: low overlap does not mean a bad selection.
import { flagged, float64s, freeArray, int32s, uint8s } from "../text/arrays.ts";
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { Analysed } from "./analyse.ts";
import { isVerbatim } from "./index/query.ts";
import { PAIR_DISTANCE_MAX, pairNumber } from "./index/query-words.ts";
import { sharedStems } from "./index/shared-stems.ts";
import type { GateDecision, ScoredRecord } from "./model.ts";

/** Every reason this stage can give. Metrics count each of them. */
export const GATE_REASONS = [
  "engage:needle",
  "engage:spread",
  "standdown:high_drift",
  "standdown:no_searchable_terms",
] as const;

/** If one block has at least this share of the task's words, it is the needle. */
const NEEDLE_SHARE_MIN = 0.6;

export interface GateSettings {
  /** Weight of the best block's share of the task's words. The share in all records has weight 1. */
  readonly inBestBlock: number;
  /** Weight of ln(1 + pairs found). */
  readonly pairs: number;
  /** Below this sum the records are off topic. Few true tasks may fall below it: docs/selection.md has their share. */
  readonly overlapMin: number;
}

export function judge(
  analysed: Analysed,
  scored: readonly ScoredRecord[],
  settings: GateSettings,
  checkpoint: Checkpoint = unchecked,
): GateDecision {
  let overlap = queryOverlap(analysed, checkpoint);
  if (strengthOf(overlap, settings) < settings.overlapMin) overlap = withStems(overlap, analysed, checkpoint);
  const strength = strengthOf(overlap, settings);
  const best = scored.reduce((most, record) => Math.max(most, record.score), 0);
  const signals = {
    query_terms: analysed.query.terms.length,
    words_asked: overlap.queryWeight,
    words_held: overlap.matched,
    words_together: overlap.inBestBlock,
    pairs_held: overlap.pairs,
    overlap: strength,
    top_score: best,
  };
  if (analysed.query.terms.length === 0) return { engaged: false, reason: "standdown:no_searchable_terms", signals };
  // No overlap at all is the extreme case of drift. The API has one name for both.
  const isUnrelated = overlap.matched === 0 || best <= 0 || strength < settings.overlapMin;
  if (isUnrelated) return { engaged: false, reason: "standdown:high_drift", signals };
  return { engaged: true, reason: engagement(overlap), signals };
}

function strengthOf({ queryWeight, matched, inBestBlock, pairs }: QueryOverlap, settings: GateSettings): number {
  if (queryWeight === 0) return 0;
  return (
    matched / queryWeight + settings.inBestBlock * (inBestBlock / queryWeight) + settings.pairs * Math.log(1 + pairs)
  );
}

/** Does one block contain most of the task's words, or do several share them? */
function engagement({ queryWeight, inBestBlock }: QueryOverlap): string {
  return inBestBlock >= NEEDLE_SHARE_MIN * queryWeight ? "engage:needle" : "engage:spread";
}

/** Sums of word weights, each weight above 0 and at most 1. */
interface QueryOverlap {
  /** All words of the task, except words addressed to the assistant that occur in no record. */
  readonly queryWeight: number;
  /** The words that occur in a record. */
  readonly matched: number;
  /** The largest sum of these words in one block. */
  readonly inBestBlock: number;
  /** Pairs of neighbouring words that are also neighbours in the records. A pair has the weight of its lighter word. */
  readonly pairs: number;
}

/** Even the most common word says a little. */
const WEIGHT_MIN = 0.05;

/** Definitions of tools and tables do not repeat the details of a task, so a word that they lack counts this share. */
const UNMATCHED_IN_DEFINITIONS = 0.4;

/** In a script without spaces, each pair of neighbouring characters is a term, and about every second is not a word. */
const UNMATCHED_UNSPACED = 0.5;

/** Words weighted between two checkpoints: a few milliseconds. */
const WORDS_PER_CHECKPOINT = 2048;

/**
 * How many of the task's words the records share. Common words occur anywhere and say little, so each word is weighted
 * by its rarity in general writing. Never looks at scores: their distribution says nothing about relevance.
 */
export function queryOverlap(analysed: Analysed, checkpoint: Checkpoint = unchecked): QueryOverlap {
  const { corpus, query, rarities } = analysed;
  const labelled = flagged(corpus.vocabulary.size(), corpus.fields.terms);
  const weights = float64s(query.terms.length);
  let queryWeight = 0;
  let matched = 0;
  for (let slot = 0; slot < weights.length; slot += 1) {
    if (slot % WORDS_PER_CHECKPOINT === 0) checkpoint();
    const term = query.terms[slot] ?? 0;
    const isMatched = (corpus.blockFrequency[term] ?? 0) > 0 || labelled[term] === 1;
    if (!isMatched) {
      queryWeight += unmatchedWeight(analysed, slot);
      continue;
    }
    const weight = Math.max(WEIGHT_MIN, rarities[slot] ?? 0);
    queryWeight += weight;
    matched += weight;
    weights[slot] = weight;
  }
  freeArray(labelled);
  checkpoint();
  const inBestBlock = bestBlockOverlap(analysed, weights);
  checkpoint();
  const pairs = sharedPairs(analysed, weights);
  freeArray(weights);
  return { queryWeight, matched, inBestBlock, pairs };
}

/** The weight that a word which occurs in no record adds to `queryWeight`. */
function unmatchedWeight({ query, rarities, shape }: Analysed, slot: number): number {
  // Definitions hold no values: a name or number in the task says nothing about the tool or table that it needs.
  if (query.isRequest[slot] === 1 || (shape.definitions && query.inEntity[slot] === 1)) return 0;
  const weight = Math.max(WEIGHT_MIN, rarities[slot] ?? 0) * (isVerbatim(query, slot) ? UNMATCHED_UNSPACED : 1);
  return shape.definitions ? UNMATCHED_IN_DEFINITIONS * weight : weight;
}

/**
 * Also counts words that occur in the records only in another inflection or inside a compound. Each counts by the share
 * of the stem that matches.
 */
function withStems(overlap: QueryOverlap, analysed: Analysed, checkpoint: Checkpoint): QueryOverlap {
  let { matched, inBestBlock } = overlap;
  for (const [slot, [closest]] of sharedStems(analysed.corpus, analysed.query, checkpoint)) {
    const weight = (closest?.close ?? 0) * unmatchedWeight(analysed, slot);
    matched += weight;
    // Some block holds it, perhaps without the other words.
    inBestBlock = Math.max(inBestBlock, weight);
  }
  return { ...overlap, matched, inBestBlock };
}

/** Walks the postings block by block. */
function bestBlockOverlap({ corpus, postings }: Analysed, weights: Float64Array): number {
  const { blockOf } = corpus;
  const lastBlock = int32s(weights.length).fill(-1);
  let current = -1;
  let sum = 0;
  let most = 0;
  for (let hit = 0; hit < postings.unit.length; hit += 1) {
    const block = blockOf[postings.unit[hit] ?? 0] ?? 0;
    const slot = postings.slot[hit] ?? 0;
    if (block !== current) sum = 0;
    current = block;
    if (lastBlock[slot] === block) continue;
    lastBlock[slot] = block;
    sum += weights[slot] ?? 0;
    most = Math.max(most, sum);
  }
  freeArray(lastBlock);
  return most;
}

/** Both words of a pair come from the task, so the second is among the next postings. */
function sharedPairs({ corpus, query, postings }: Analysed, weights: Float64Array): number {
  const { terms } = corpus;
  const seen = uint8s(query.pairs.seconds.length);
  let sum = 0;
  for (let hit = 0; hit < postings.at.length; hit += 1) {
    const at = postings.at[hit] ?? 0;
    const first = terms[at] ?? 0;
    for (let next = hit + 1; next < postings.at.length; next += 1) {
      const nextAt = postings.at[next] ?? 0;
      if (nextAt > at + PAIR_DISTANCE_MAX) break;
      const pair = pairNumber(query.pairs, first, terms[nextAt] ?? 0);
      if (pair < 0 || seen[pair] === 1) continue;
      seen[pair] = 1;
      sum += Math.min(weights[postings.slot[hit] ?? 0] ?? 0, weights[postings.slot[next] ?? 0] ?? 0);
    }
  }
  return sum;
}
