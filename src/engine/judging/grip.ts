// How firmly the task's words grip the records: how many are there at all, and how many stand together.
// A word that everybody uses is found anywhere and says little: words weigh by how unusual they are.
// In: the analysed request. Out: plain sums. Must not look at scores: how they are spread tells nothing.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { flagged } from "../../text/flags.ts";
import { float64s, int32s, uint8s } from "../../text/slab.ts";
import { unusualness } from "../../text/unusualness.ts";
import type { Analysed } from "../analyse.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { QueryTerm } from "../corpus/query.ts";
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
  const labelled = flagged(corpus.lexicon.size(), corpus.labels.terms);
  const weights = new Map<number, number>();
  let asked = 0;
  let held = 0;
  for (const [slot, one] of query.terms.entries()) {
    if (slot % WORDS_A_TURN === 0) checkpoint();
    const isHeld = (corpus.blockFrequency[one.term] ?? 0) > 0 || labelled[one.term] === 1;
    // A catalogue of tools holds no values: a name or a number that the task gives says nothing of which tool it needs.
    if (!isHeld && (one.request || (shape.catalogue && one.entity))) continue;
    const weight = Math.max(WEIGHT_MIN, unusualness(spellingOf(one, corpus)));
    asked += weight;
    if (!isHeld) continue;
    held += weight;
    weights.set(one.term, weight);
  }
  return { asked, held, together: mostTogether(analysed, weights), pairs: pairsHeld(analysed, weights) };
}

/** So many letters of a stem tell whether it is the stem of the written word or of a part of it. */
const STEM_LETTERS = 3;

/** A stem is no word that anybody writes: the word itself is asked for, unless the term is a part of an identifier. */
function spellingOf({ term, word }: QueryTerm, { lexicon }: Corpus): string {
  const form = lexicon.form(term);
  return word.toLowerCase().startsWith(form.slice(0, STEM_LETTERS)) ? word : form;
}

/** Where the terms stand, block by block. */
function mostTogether({ corpus, query, hits }: Analysed, weights: ReadonlyMap<number, number>): number {
  const { blockOf } = corpus;
  const weightOf = float64s(query.terms.length);
  for (let slot = 0; slot < weightOf.length; slot += 1) weightOf[slot] = weights.get(query.terms[slot]?.term ?? 0) ?? 0;
  const lastBlock = int32s(weightOf.length).fill(-1);
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
    sum += weightOf[slot] ?? 0;
    most = Math.max(most, sum);
  }
  return most;
}

function pairsHeld({ corpus, query, hits }: Analysed, weights: ReadonlyMap<number, number>): number {
  const { terms } = corpus;
  const met = uint8s(query.pairs.seconds.length);
  let held = 0;
  for (let hit = 0; hit < hits.at.length; hit += 1) {
    const at = hits.at[hit] ?? 0;
    const first = terms[at] ?? 0;
    const end = Math.min(terms.length, at + 1 + PAIR_DISTANCE_MAX);
    for (let behind = at + 1; behind < end; behind += 1) {
      const second = terms[behind] ?? 0;
      const pair = pairNumber(query.pairs, first, second);
      if (pair < 0 || met[pair] === 1) continue;
      met[pair] = 1;
      held += Math.min(weights.get(first) ?? 0, weights.get(second) ?? 0);
    }
  }
  return held;
}
