// Where the terms searched for occur: the only part of the corpus that scoring looks at again and again.
// In: the corpus and a set of terms. Out: their occurrences in document order. Must visit each position once.
import { flagged } from "../../text/flags.ts";
import { intList, itemsOf, push } from "../../text/int-list.ts";
import type { Corpus } from "../corpus/corpus.ts";

/** Occurrence `i` is of the term in `slot[i]`, the index into the terms searched for, in unit `unit[i]`. */
export interface Hits {
  readonly unit: Int32Array;
  readonly slot: Int32Array;
  /** 1 for a word of the unit's own text, 0 for one of its context. */
  readonly own: Int32Array;
  /** Occurrences in the labels of each record, as weights by slot. */
  readonly labels: readonly ReadonlyMap<number, number>[];
}

export function findHits(corpus: Corpus, terms: readonly number[]): Hits {
  const wanted = flagged(corpus.lexicon.size(), terms);
  const slotOf = new Int32Array(wanted.length);
  for (const [slot, term] of terms.entries()) slotOf[term] = slot;
  const unit = intList(256);
  const slot = intList(256);
  const own = intList(256);
  const { terms: all, unitFrom, ownTo } = corpus;
  let index = 0;
  for (let at = 0; at < all.length; at += 1) {
    const term = all[at] ?? 0;
    // One byte a term: a table that stays in the nearest cache while all terms of the request go by.
    if (wanted[term] !== 1) continue;
    while ((unitFrom[index + 1] ?? all.length) <= at) index += 1;
    push(unit, index);
    push(slot, slotOf[term] ?? 0);
    push(own, at < (ownTo[index] ?? 0) ? 1 : 0);
  }
  return {
    unit: itemsOf(unit),
    slot: itemsOf(slot),
    own: itemsOf(own),
    labels: labelHits(corpus, wanted, slotOf),
  };
}

/** What no label of a record adds. */
export const NO_LABELS: ReadonlyMap<number, number> = new Map();

function labelHits(corpus: Corpus, wanted: Uint8Array, slotOf: Int32Array): ReadonlyMap<number, number>[] {
  return corpus.labels.map((labels) => {
    let bySlot: Map<number, number> | null = null;
    for (const { term, weight } of labels) {
      if (wanted[term] !== 1) continue;
      const slot = slotOf[term] ?? 0;
      bySlot ??= new Map();
      bySlot.set(slot, (bySlot.get(slot) ?? 0) + weight);
    }
    return bySlot ?? NO_LABELS;
  });
}
