// How firmly the task's words grip the records: how many are there at all, and how many stand together.
// A word that everybody uses is found anywhere and says little: words weigh by how unusual they are.
// In: the analysed request. Out: plain sums. Must not look at scores: how they are spread tells nothing.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { flagged } from "../../text/int-list.ts";
import { float64s, giveBack, int32s, uint8s } from "../../text/slab.ts";
import { caselessUnusualness, unusualness } from "../../text/unusualness.ts";
import { shortForm } from "../../text/vocabulary.ts";
import type { Analysed } from "../analyse.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { isOwnWriting, type StatedTerms, writtenAt } from "../corpus/stated-terms.ts";
import { PAIR_DISTANCE_MAX, pairNumber } from "../corpus/term-pairs.ts";

/** Sums of word weights, each weight above 0 and at most 1. */
export interface Grip {
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

export function gripOf(analysed: Analysed, checkpoint: Checkpoint = unchecked): Grip {
  const { corpus, query, shape } = analysed;
  const labelled = flagged(corpus.vocabulary.size(), corpus.labels.terms);
  const weights = float64s(query.terms.length);
  let asked = 0;
  let held = 0;
  for (let slot = 0; slot < weights.length; slot += 1) {
    if (slot % WORDS_A_TURN === 0) checkpoint();
    const term = query.terms[slot] ?? 0;
    const isHeld = (corpus.blockFrequency[term] ?? 0) > 0 || labelled[term] === 1;
    // A catalogue of tools holds no values: a name or a number that the task gives says nothing of which tool it needs.
    if (!isHeld && (query.isRequest[slot] === 1 || (shape.catalogue && query.inEntity[slot] === 1))) continue;
    const weight = Math.max(WEIGHT_MIN, unusualnessOf(query, slot, corpus));
    asked += weight;
    if (!isHeld) continue;
    held += weight;
    weights[slot] = weight;
  }
  giveBack(labelled);
  checkpoint();
  const together = mostTogether(analysed, weights);
  checkpoint();
  const pairs = pairsHeld(analysed, weights);
  giveBack(weights);
  return { asked, held, together, pairs };
}

/** So many letters of a stem tell whether it is the stem of the written word or of a part of it. */
const STEM_LETTERS = 3;

/** A stem is no word that anybody writes: the word itself is asked for, unless the term is a part of an identifier. */
function unusualnessOf(stated: StatedTerms, slot: number, { vocabulary, starts }: Corpus): number {
  const term = stated.terms[slot] ?? 0;
  // Hundreds of thousands in a long prompt, none of which has a case.
  if (isOwnWriting(stated, slot)) return caselessUnusualness(shortForm(starts[term] ?? 0));
  const form = vocabulary.form(term);
  const word = writtenAt(stated, slot, vocabulary);
  return unusualness(word.toLowerCase().startsWith(form.slice(0, STEM_LETTERS)) ? word : form);
}

/** Where the terms stand, block by block. */
function mostTogether({ corpus, hits }: Analysed, weights: Float64Array): number {
  const { blockOf } = corpus;
  const lastBlock = int32s(weights.length).fill(-1);
  let current = -1;
  let sum = 0;
  let most = 0;
  for (let hit = 0; hit < hits.unit.length; hit += 1) {
    const block = blockOf[hits.unit[hit] ?? 0] ?? 0;
    const slot = hits.slot[hit] ?? 0;
    if (block !== current) sum = 0;
    current = block;
    if (lastBlock[slot] === block) continue;
    lastBlock[slot] = block;
    sum += weights[slot] ?? 0;
    most = Math.max(most, sum);
  }
  giveBack(lastBlock);
  return most;
}

/** Both words of a pair are the task's own, so the second is one of the next hits. */
function pairsHeld({ corpus, query, hits }: Analysed, weights: Float64Array): number {
  const { terms } = corpus;
  const met = uint8s(query.pairs.seconds.length);
  let held = 0;
  for (let hit = 0; hit < hits.at.length; hit += 1) {
    const at = hits.at[hit] ?? 0;
    const first = terms[at] ?? 0;
    for (let next = hit + 1; next < hits.at.length; next += 1) {
      const behind = hits.at[next] ?? 0;
      if (behind > at + PAIR_DISTANCE_MAX) break;
      const pair = pairNumber(query.pairs, first, terms[behind] ?? 0);
      if (pair < 0 || met[pair] === 1) continue;
      met[pair] = 1;
      held += Math.min(weights[hits.slot[hit] ?? 0] ?? 0, weights[hits.slot[next] ?? 0] ?? 0);
    }
  }
  return held;
}
