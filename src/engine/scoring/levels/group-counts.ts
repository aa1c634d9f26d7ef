// Which terms a group of units holds, and how often: the one walk over the occurrences of a search.
// In: occurrences in document order, and groups that are asked about in that order. Out: counts by slot, good until the
// next group is counted.
import { float64s, giveBack, int32s } from "../../../text/slab.ts";
import type { Hits } from "../../corpus/hits.ts";

export interface GroupCounts {
  readonly hits: Hits;
  /** The first place of each unit's context. */
  readonly ownTo: Int32Array;
  /** How much a word of a unit's context counts; 1 is a word of its text. */
  readonly context: number;
  /** How often the present group holds each term, by slot; all 0 when the next is counted. */
  readonly counts: Float64Array<ArrayBuffer>;
  /** The slots it holds, in the order in which they were met, and how many these are. */
  readonly touched: Int32Array<ArrayBuffer>;
  met: number;
}

export function groupCounts(hits: Hits, ownTo: Int32Array, slots: number, context: number): GroupCounts {
  return { hits, ownTo, context, counts: float64s(slots), touched: int32s(slots), met: 0 };
}

/** Counts the terms of the units before `next`, whose first hit is number `from`; returns the first hit behind them. */
export function countHits(held: GroupCounts, from: number, next: number): number {
  const { hits, ownTo, context, counts, touched } = held;
  let met = 0;
  let hit = from;
  for (; hit < hits.unit.length; hit += 1) {
    const unit = hits.unit[hit] ?? 0;
    if (unit >= next) break;
    const worth = (hits.at[hit] ?? 0) < (ownTo[unit] ?? 0) ? 1 : context;
    if (worth === 0) continue;
    const slot = hits.slot[hit] ?? 0;
    if (counts[slot] === 0) touched[met++] = slot;
    counts[slot] = (counts[slot] ?? 0) + worth;
  }
  held.met = met;
  return hit;
}

/** A term that only a label holds is met, too, and counts nothing. */
export function meetLabels(held: GroupCounts, labels: ReadonlyMap<number, number>): void {
  for (const slot of labels.keys()) if (held.counts[slot] === 0) held.touched[held.met++] = slot;
}

export function giveCountsBack({ counts, touched }: GroupCounts): void {
  giveBack(counts);
  giveBack(touched);
}
