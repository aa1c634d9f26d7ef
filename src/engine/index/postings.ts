// Finds the postings of the searched terms: the only part of the corpus that scoring reads repeatedly.
// In: the corpus and a set of terms. Out: their occurrences in document order. Visits each position once.
import { freeArray, int32s, intList, itemsOf, nextFlagged, push, uint8s } from "../../text/arrays.ts";
import type { Corpus } from "./corpus.ts";

/** Occurrence `i` is in unit `unit[i]`; its term is number `slot[i]` of the searched terms. */
export interface Postings {
  /** Positions among the terms of the corpus, ascending. */
  readonly at: Int32Array;
  readonly unit: Int32Array;
  readonly slot: Int32Array;
  /** Occurrences in the fields of each record: weights by slot. */
  readonly fields: readonly ReadonlyMap<number, number>[];
}

export function findPostings(corpus: Corpus, searched: Int32Array): Postings {
  const slots = slotsOf(searched, corpus.vocabulary.size());
  const { terms, unitFrom } = corpus;
  const at = placesOf(slots.flags, terms);
  const unit = int32s(at.length);
  const slot = int32s(at.length);
  let index = 0;
  for (let hit = 0; hit < at.length; hit += 1) {
    const place = at[hit] ?? 0;
    while ((unitFrom[index + 1] ?? terms.length) <= place) index += 1;
    unit[hit] = index;
    slot[hit] = slotOf(slots, terms[place] ?? 0);
  }
  const fields = fieldPostings(corpus, slots);
  freeArray(slots.flags);
  if (slots.wide !== null) freeArray(slots.wide);
  return { at, unit, slot, fields };
}

/** Slots by term. One byte for each term is enough for a search of up to 255 terms, and few searches have more. */
interface Slots {
  /** 0 for a term outside the search, else its slot plus 1. If `wide` is set, any other value only marks the term. */
  readonly flags: Uint8Array<ArrayBuffer>;
  readonly wide: Int32Array<ArrayBuffer> | null;
}

/** How many slots fit in a byte that also needs 0. */
const NARROW_SLOTS = 255;

function slotsOf(searched: Int32Array, size: number): Slots {
  const flags = uint8s(size);
  const wide = searched.length > NARROW_SLOTS ? int32s(size) : null;
  for (let slot = 0; slot < searched.length; slot += 1) {
    const term = searched[slot] ?? 0;
    flags[term] = wide === null ? slot + 1 : 1;
    if (wide !== null) wide[term] = slot;
  }
  return { flags, wide };
}

/** The slot of a searched term. */
function slotOf({ flags, wide }: Slots, term: number): number {
  return wide === null ? (flags[term] ?? 1) - 1 : (wide[term] ?? 0);
}

/** Initial capacity: more postings than a search finds in a small request. */
export const PLACES_EXPECTED = 256;

function placesOf(flags: Uint8Array, terms: Int32Array): Int32Array {
  const places = intList(PLACES_EXPECTED);
  let at = nextFlagged(terms, flags, 0);
  while (at < terms.length) {
    push(places, at);
    at = nextFlagged(terms, flags, at + 1);
  }
  return itemsOf(places);
}

/** How many units hold each term, by slot. */
export function unitFrequencies({ unit, slot }: Postings, slots: number): Int32Array {
  const frequencies = int32s(slots);
  const lastUnit = int32s(slots).fill(-1);
  for (let at = 0; at < unit.length; at += 1) {
    const found = slot[at] ?? 0;
    if (lastUnit[found] === unit[at]) continue;
    lastUnit[found] = unit[at] ?? 0;
    frequencies[found] = (frequencies[found] ?? 0) + 1;
  }
  return frequencies;
}

/** How many blocks belong to records whose fields hold each term, by slot. */
export function fieldFrequencies({ fields }: Postings, { blocksIn }: Corpus, slots: number): Int32Array {
  const frequencies = int32s(slots);
  for (let record = 0; record < fields.length; record += 1) {
    const bySlot = fields[record] ?? NO_FIELDS;
    if (bySlot === NO_FIELDS) continue;
    for (const slot of bySlot.keys()) frequencies[slot] = (frequencies[slot] ?? 0) + (blocksIn[record] ?? 0);
  }
  return frequencies;
}

/** Marks a record whose fields match nothing. */
export const NO_FIELDS: ReadonlyMap<number, number> = new Map();

function fieldPostings({ fields }: Corpus, slots: Slots): ReadonlyMap<number, number>[] {
  const { from, terms, weights } = fields;
  const found: ReadonlyMap<number, number>[] = [];
  for (let record = 0; record + 1 < from.length; record += 1) {
    let bySlot: Map<number, number> | null = null;
    const end = from[record + 1] ?? 0;
    for (let at = from[record] ?? 0; at < end; at += 1) {
      const term = terms[at] ?? 0;
      if (slots.flags[term] === 0) continue;
      const slot = slotOf(slots, term);
      bySlot ??= new Map();
      bySlot.set(slot, (bySlot.get(slot) ?? 0) + (weights[at] ?? 0));
    }
    found.push(bySlot ?? NO_FIELDS);
  }
  return found;
}
