// Where the terms searched for occur: the only part of the corpus that scoring looks at again and again.
// In: the corpus and a set of terms. Out: their occurrences in document order. Must visit each position once.
import { flagged, nextFlagged } from "../../text/flags.ts";
import { intList, itemsOf, push } from "../../text/int-list.ts";
import type { Corpus } from "./corpus.ts";

/** Occurrence `i` is of the term in `slot[i]`, the index into the terms searched for, in unit `unit[i]`. */
export interface Hits {
  /** Places among the terms of the corpus, ascending. */
  readonly at: Int32Array;
  readonly unit: Int32Array;
  readonly slot: Int32Array;
  /** Occurrences in the labels of each record, as weights by slot. */
  readonly labels: readonly ReadonlyMap<number, number>[];
}

export function findHits(corpus: Corpus, terms: readonly number[]): Hits {
  const wanted = flagged(corpus.lexicon.size(), terms);
  const slotOf = new Int32Array(wanted.length);
  for (const [slot, term] of terms.entries()) slotOf[term] = slot;
  const places = intList(256);
  const unit = intList(256);
  const slot = intList(256);
  const { terms: all, unitFrom } = corpus;
  let index = 0;
  for (let at = nextFlagged(all, wanted, 0); at < all.length; at = nextFlagged(all, wanted, at + 1)) {
    while ((unitFrom[index + 1] ?? all.length) <= at) index += 1;
    push(places, at);
    push(unit, index);
    push(slot, slotOf[all[at] ?? 0] ?? 0);
  }
  return { at: itemsOf(places), unit: itemsOf(unit), slot: itemsOf(slot), labels: labelHits(corpus, wanted, slotOf) };
}

/** What no label of a record adds. */
export const NO_LABELS: ReadonlyMap<number, number> = new Map();

function labelHits({ labels }: Corpus, wanted: Uint8Array, slotOf: Int32Array): ReadonlyMap<number, number>[] {
  const { from, terms, weights } = labels;
  const found: ReadonlyMap<number, number>[] = [];
  for (let record = 0; record + 1 < from.length; record += 1) {
    let bySlot: Map<number, number> | null = null;
    const end = from[record + 1] ?? 0;
    for (let at = from[record] ?? 0; at < end; at += 1) {
      const term = terms[at] ?? 0;
      if (wanted[term] !== 1) continue;
      const slot = slotOf[term] ?? 0;
      bySlot ??= new Map();
      bySlot.set(slot, (bySlot.get(slot) ?? 0) + (weights[at] ?? 0));
    }
    found.push(bySlot ?? NO_LABELS);
  }
  return found;
}
