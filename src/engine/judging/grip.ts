// How firmly the task's words grip the records: how many are there at all, and how many stand together.
// A word that everybody uses is found anywhere and says little: words weigh by how unusual they are.
// In: the analysed request. Out: plain sums. Must not look at scores: how they are spread tells nothing.
import { flagged } from "../../text/flags.ts";
import { unusualness } from "../../text/unusualness.ts";
import type { Analysed } from "../analyse.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { Query, QueryTerm } from "../corpus/query.ts";

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

export function gripOf({ corpus, query, shape }: Analysed): Grip {
  const labelled = new Uint8Array(corpus.lexicon.size());
  for (const labels of corpus.labels) for (const { term } of labels) labelled[term] = 1;
  const weights = new Map<number, number>();
  let asked = 0;
  let held = 0;
  for (const one of query.terms) {
    const isHeld = (corpus.blockFrequency[one.term] ?? 0) > 0 || labelled[one.term] === 1;
    // A catalogue of tools holds no values: a name or a number that the task gives says nothing of which tool it needs.
    if (!isHeld && (one.request || (shape.catalogue && one.entity))) continue;
    const weight = Math.max(WEIGHT_MIN, unusualness(spellingOf(one, corpus)));
    asked += weight;
    if (!isHeld) continue;
    held += weight;
    weights.set(one.term, weight);
  }
  return { asked, held, together: mostTogether(corpus, weights), pairs: pairsHeld(corpus, query, weights) };
}

/** So many letters of a stem tell whether it is the stem of the written word or of a part of it. */
const STEM_LETTERS = 3;

/** A stem is no word that anybody writes: the word itself is asked for, unless the term is a part of an identifier. */
function spellingOf({ term, word }: QueryTerm, { lexicon }: Corpus): string {
  const form = lexicon.form(term);
  return word.toLowerCase().startsWith(form.slice(0, STEM_LETTERS)) ? word : form;
}

function mostTogether({ lexicon, terms, unitFrom, groupings }: Corpus, weights: ReadonlyMap<number, number>): number {
  const weightOf = new Float64Array(lexicon.size());
  for (const [term, weight] of weights) weightOf[term] = weight;
  const lastBlock = new Int32Array(lexicon.size()).fill(-1);
  const { firstUnit } = groupings.block;
  let most = 0;
  for (let block = 0; block + 1 < firstUnit.length; block += 1) {
    const end = unitFrom[firstUnit[block + 1] ?? 0] ?? 0;
    let sum = 0;
    for (let at = unitFrom[firstUnit[block] ?? 0] ?? 0; at < end; at += 1) {
      const term = terms[at] ?? 0;
      const weight = weightOf[term] ?? 0;
      if (weight === 0 || lastBlock[term] === block) continue;
      lastBlock[term] = block;
      sum += weight;
    }
    most = Math.max(most, sum);
  }
  return most;
}

/** The second word may stand this many terms after the first: the parts of an identifier lie between. */
const PAIR_DISTANCE_MAX = 3;

function pairsHeld({ lexicon, terms }: Corpus, { pairs }: Query, weights: ReadonlyMap<number, number>): number {
  const after = new Map<number, Map<number, number>>();
  for (const [first, second] of pairs) {
    const weight = Math.min(weights.get(first) ?? 0, weights.get(second) ?? 0);
    if (weight > 0) after.set(first, (after.get(first) ?? new Map()).set(second, weight));
  }
  const begins = flagged(lexicon.size(), after.keys());
  let found = 0;
  for (let at = 0; at < terms.length; at += 1) {
    const term = terms[at] ?? 0;
    const wanted = begins[term] === 1 ? after.get(term) : undefined;
    if (wanted === undefined) continue;
    for (let distance = 1; distance <= PAIR_DISTANCE_MAX; distance += 1) {
      const second = terms[at + distance] ?? -1;
      found += wanted.get(second) ?? 0;
      wanted.delete(second);
    }
  }
  return found;
}
