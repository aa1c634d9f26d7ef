// Where the terms searched for occur: the only part of the corpus that scoring looks at again and again.
// In: the corpus and a set of terms. Out: their occurrences in document order. Must visit each position once.
import { intList, itemsOf, push } from "../text/int-list.ts";
import type { Corpus } from "./corpus.ts";

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
  const slotOf = new Int32Array(corpus.lexicon.size()).fill(-1);
  for (const [slot, term] of terms.entries()) slotOf[term] = slot;
  const unit = intList(256);
  const slot = intList(256);
  const own = intList(256);
  const units = corpus.blockOf.length;
  for (let index = 0; index < units; index += 1) {
    const end = corpus.unitFrom[index + 1] ?? 0;
    const ownEnd = corpus.ownTo[index] ?? end;
    for (let at = corpus.unitFrom[index] ?? 0; at < end; at += 1) {
      const found = slotOf[corpus.terms[at] ?? 0] ?? -1;
      if (found < 0) continue;
      push(unit, index);
      push(slot, found);
      push(own, at < ownEnd ? 1 : 0);
    }
  }
  return {
    unit: itemsOf(unit),
    slot: itemsOf(slot),
    own: itemsOf(own),
    labels: labelHits(corpus, slotOf),
  };
}

function labelHits(corpus: Corpus, slotOf: Int32Array): ReadonlyMap<number, number>[] {
  return corpus.labels.map((labels) => {
    const bySlot = new Map<number, number>();
    for (const { term, weight } of labels) {
      const slot = slotOf[term] ?? -1;
      if (slot >= 0) bySlot.set(slot, (bySlot.get(slot) ?? 0) + weight);
    }
    return bySlot;
  });
}
