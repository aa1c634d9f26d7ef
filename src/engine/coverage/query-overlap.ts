// How much of the task do the records share, word by word? Common words are found anywhere and say little, so words
// weigh by their rarity in writing at large, read off the ranks of the token encoding: byte pairs merge in the order of
// their frequency.
// In: the analysed request. Out: plain sums. Never looks at scores: their distribution says nothing about relevance.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { flagged } from "../../text/int-list.ts";
import { float64s, freeArray, int32s, uint8s } from "../../text/slab.ts";
import { lowestRank, NO_RANK } from "../../text/tokens.ts";
import { shortForm } from "../../text/vocabulary.ts";
import type { Analysed } from "../analyse.ts";
import type { Corpus } from "../index/corpus.ts";
import { isVerbatim, type QueryTerms, writtenAt } from "../index/query.ts";
import { PAIR_DISTANCE_MAX, pairNumber } from "../index/query-words.ts";

/** Byte pairs are merged in the order of their frequency: words up to this rank are as common as words get ... */
const COMMON_RANK = 300;

/** ... and what is no single token is as rare: names, ids, inflections. A logarithm, as frequencies fall (Zipf). */
const SPAN = Math.log(NO_RANK / COMMON_RANK);

export function backgroundRarity(word: string): number {
  const lower = word.toLowerCase();
  const initial = lower.charAt(0);
  // A capital of basic Latin is looked for beside the small letter anyway.
  const capital = initial >= "a" && initial <= "z" ? initial : initial.toUpperCase();
  if (capital === initial) return caselessRarity(lower);
  return ofRank(lowestRank(lower, capital + lower.slice(1)));
}

/** The same for a word of a script without case. */
export function caselessRarity(word: string): number {
  return ofRank(lowestRank(word));
}

/**
 * The rank is of the token with a blank before it, if it is one: without, it may be a mere part of words, as "age" is
 * written in every "package".
 */
function ofRank(rank: number): number {
  return Math.log(Math.max(rank, COMMON_RANK) / COMMON_RANK) / SPAN;
}

/** Sums of word weights, each weight above 0 and at most 1. */
export interface QueryOverlap {
  /** Words of the task that count: those that stand nowhere and could not (words to the assistant) are left out. */
  readonly asked: number;
  /** Those of them that stand anywhere in the records. */
  readonly held: number;
  /** The most of them that one block holds. */
  readonly together: number;
  /** Pairs of its neighbouring words that stand side by side in the records; a pair weighs as its lighter word. */
  readonly pairs: number;
}

/** Even the commonest word tells a little. */
const WEIGHT_MIN = 0.05;

/** Words that are weighed between two checkpoints: a few milliseconds. */
const WORDS_A_TURN = 2048;

export function queryOverlap(analysed: Analysed, checkpoint: Checkpoint = unchecked): QueryOverlap {
  const { corpus, query, shape } = analysed;
  const labelled = flagged(corpus.vocabulary.size(), corpus.fields.terms);
  const weights = float64s(query.terms.length);
  let asked = 0;
  let held = 0;
  for (let slot = 0; slot < weights.length; slot += 1) {
    if (slot % WORDS_A_TURN === 0) checkpoint();
    const term = query.terms[slot] ?? 0;
    const isHeld = (corpus.blockFrequency[term] ?? 0) > 0 || labelled[term] === 1;
    // A catalogue of tools holds no values: a name or a number that the task gives says nothing of which tool it needs.
    if (!isHeld && (query.isRequest[slot] === 1 || (shape.catalogue && query.inEntity[slot] === 1))) continue;
    const weight = Math.max(WEIGHT_MIN, rarityOf(query, slot, corpus));
    asked += weight;
    if (!isHeld) continue;
    held += weight;
    weights[slot] = weight;
  }
  freeArray(labelled);
  checkpoint();
  const together = bestBlockOverlap(analysed, weights);
  checkpoint();
  const pairs = sharedPairs(analysed, weights);
  freeArray(weights);
  return { asked, held, together, pairs };
}

/** So many letters of a stem tell whether it is the stem of the written word or of a part of it. */
const STEM_LETTERS = 3;

/** A stem is no word that anybody writes: the word itself is asked for, unless the term is a part of an identifier. */
function rarityOf(queryTerms: QueryTerms, slot: number, { vocabulary, starts }: Corpus): number {
  const term = queryTerms.terms[slot] ?? 0;
  // Hundreds of thousands in a long prompt, none of which has a case.
  if (isVerbatim(queryTerms, slot)) return caselessRarity(shortForm(starts[term] ?? 0));
  const form = vocabulary.form(term);
  const word = writtenAt(queryTerms, slot, vocabulary);
  return backgroundRarity(word.toLowerCase().startsWith(form.slice(0, STEM_LETTERS)) ? word : form);
}

/** Where the terms stand, block by block. */
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

/** Both words of a pair are the task's own, so the second is one of the next postings. */
function sharedPairs({ corpus, query, postings }: Analysed, weights: Float64Array): number {
  const { terms } = corpus;
  const met = uint8s(query.pairs.seconds.length);
  let held = 0;
  for (let hit = 0; hit < postings.at.length; hit += 1) {
    const at = postings.at[hit] ?? 0;
    const first = terms[at] ?? 0;
    for (let next = hit + 1; next < postings.at.length; next += 1) {
      const behind = postings.at[next] ?? 0;
      if (behind > at + PAIR_DISTANCE_MAX) break;
      const pair = pairNumber(query.pairs, first, terms[behind] ?? 0);
      if (pair < 0 || met[pair] === 1) continue;
      met[pair] = 1;
      held += Math.min(weights[postings.slot[hit] ?? 0] ?? 0, weights[postings.slot[next] ?? 0] ?? 0);
    }
  }
  return held;
}
