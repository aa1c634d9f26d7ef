// In how many blocks does each term occur?
// In: the terms of all units, and the block each unit lies in. Out: a number for each term.
// By term stands one number, half of it the last block that was counted, so that all of them stay in the cache.
import { placeFrom } from "../../text/int-list.ts";
import { giveBack, int32s } from "../../text/slab.ts";
import type { UnitPlaces } from "./unit-places.ts";
import type { UnitTerms } from "./unit-terms.ts";

/** The lower half of a number, and how many blocks are told apart by the upper one. */
const HALF = 0xffff;

export function blockFrequency(
  terms: Int32Array,
  { unitFrom, blockOf }: Pick<UnitTerms & UnitPlaces, "unitFrom" | "blockOf">,
  size: number,
): Int32Array {
  const frequency = int32s(size);
  const counts = int32s(size);
  for (let unit = 0; unit < blockOf.length; ) {
    const before = (blockOf[unit] ?? 0) - 1;
    const next = placeFrom(blockOf, before + HALF + 1, unit);
    for (; unit < next; unit += 1) {
      countBlock((blockOf[unit] ?? 0) - before, terms, unitFrom[unit] ?? 0, unitFrom[unit + 1] ?? 0, counts);
    }
    addUp(frequency, counts);
  }
  giveBack(counts);
  return frequency;
}

/**
 * Counts a block once for each of its terms, which lie in [from, to). Without a branch: nobody foretells whether a term
 * stood in the block before, and to go by that took twice as long.
 * @param block 1 to `HALF`
 */
function countBlock(block: number, terms: Int32Array, from: number, to: number, counts: Int32Array): void {
  const mark = block << 16;
  for (let at = from; at < to; at += 1) {
    const term = terms[at] ?? 0;
    const known = counts[term] ?? 0;
    // 1 where the upper halves differ.
    const isNew = (((known ^ mark) >>> 16) + HALF) >>> 16;
    counts[term] = mark | ((known + isNew) & HALF);
  }
}

/** Moves what was counted to the frequencies. */
function addUp(frequency: Int32Array, counts: Int32Array): void {
  for (let term = 0; term < counts.length; term += 1) {
    frequency[term] = (frequency[term] ?? 0) + ((counts[term] ?? 0) & HALF);
    counts[term] = 0;
  }
}
