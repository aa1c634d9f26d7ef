// How firmly the task's words grip the records: how many are there at all, and how many stand together.
// A word that everybody uses is found anywhere and says little: words weigh by how unusual they are.
// In: the analysed request. Out: plain sums. Must not look at scores: how they are spread tells nothing.
import { unusualness } from "../text/unusualness.ts";
import type { Analysed } from "./analyse.ts";
import type { Corpus } from "./corpus.ts";
import type { Query, QueryTerm } from "./query.ts";
import { shapeOf } from "./shape.ts";

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

export function gripOf({ corpus, query, records }: Analysed): Grip {
  // A catalogue of tools holds no values: a name or a number that the task gives says nothing of which tool it needs.
  const { catalogue } = shapeOf(records);
  const labelled = new Set(corpus.labels.flatMap((labels) => labels.map(({ term }) => term)));
  const weights = new Map<number, number>();
  let asked = 0;
  let held = 0;
  for (const one of query.terms) {
    const isHeld = (corpus.blockFrequency[one.term] ?? 0) > 0 || labelled.has(one.term);
    if (!isHeld && (one.request || (catalogue && one.entity))) continue;
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

function mostTogether(corpus: Corpus, weights: ReadonlyMap<number, number>): number {
  const lastBlock = new Int32Array(corpus.lexicon.size()).fill(-1);
  let most = 0;
  let block = -1;
  let sum = 0;
  for (let unit = 0; unit < corpus.blockOf.length; unit += 1) {
    if (corpus.blockOf[unit] !== block) sum = 0;
    block = corpus.blockOf[unit] ?? 0;
    for (let at = corpus.unitFrom[unit] ?? 0; at < (corpus.unitFrom[unit + 1] ?? 0); at += 1) {
      const term = corpus.terms[at] ?? 0;
      const weight = weights.get(term);
      if (weight === undefined || lastBlock[term] === block) continue;
      lastBlock[term] = block;
      sum += weight;
    }
    most = Math.max(most, sum);
  }
  return most;
}

/** The second word may stand this many terms after the first: the parts of an identifier lie between. */
const PAIR_DISTANCE_MAX = 3;

function pairsHeld(corpus: Corpus, { pairs }: Query, weights: ReadonlyMap<number, number>): number {
  const after = new Map<number, Map<number, number>>();
  for (const [first, second] of pairs) {
    const weight = Math.min(weights.get(first) ?? 0, weights.get(second) ?? 0);
    if (weight > 0) after.set(first, (after.get(first) ?? new Map()).set(second, weight));
  }
  let found = 0;
  for (let at = 0; at < corpus.terms.length; at += 1) {
    const wanted = after.get(corpus.terms[at] ?? 0);
    if (wanted === undefined) continue;
    for (let distance = 1; distance <= PAIR_DISTANCE_MAX; distance += 1) {
      const second = corpus.terms[at + distance] ?? -1;
      found += wanted.get(second) ?? 0;
      wanted.delete(second);
    }
  }
  return found;
}
