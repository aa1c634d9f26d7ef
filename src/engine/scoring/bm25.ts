// BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) of all groups of units at one level
// (units, blocks, records), added to the scores of the units in them.
// In: postings of weighted terms and a grouping. Out: more in each output. One walk over the postings: linear in
// postings and units. Finite for every finite input.
import { float64s, freeArray, int32s } from "../../text/slab.ts";
import type { Grouping } from "../index/groupings.ts";
import { NO_FIELDS, type Postings } from "../index/postings.ts";

export interface Bm25Settings {
  /** How fast repeating a word stops to count, 0.6 to 2; 0 counts presence only. */
  readonly k1: number;
  /** How much a longer text is held against a match, 0 (not) to 1 (fully). */
  readonly b: number;
}

/**
 * Rarity (idf) of a term that occurs in `frequency` of `total` texts. With 1 added, as Lucene does, it stays above 0
 * even for a term of every text.
 */
export function inverseFrequency(frequency: number, total: number): number {
  return Math.log(1 + (Math.max(0, total - frequency) + 0.5) / (frequency + 0.5));
}

/** What the length of a text, in terms, holds against every term in it. */
export function lengthNorm(length: number, meanLength: number, { k1, b }: Bm25Settings): number {
  const relative = meanLength > 0 ? length / meanLength : 1;
  return k1 * (1 - b + b * relative);
}

/** The saturation count, 0 to k1 + 1, of a term that occurs `count` times in a text with that norm. */
export function saturation(count: number, norm: number, { k1 }: Bm25Settings): number {
  return count <= 0 ? 0 : (count * (k1 + 1)) / (count + norm);
}

export interface GroupCounts {
  readonly postings: Postings;
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

export function groupCounts(postings: Postings, ownTo: Int32Array, slots: number, context: number): GroupCounts {
  return { postings, ownTo, context, counts: float64s(slots), touched: int32s(slots), met: 0 };
}

/** Counts the terms of the units before `next`, whose first hit is number `from`; returns the first hit behind them. */
function countPostings(held: GroupCounts, from: number, next: number): number {
  const { postings, ownTo, context, counts, touched } = held;
  let met = 0;
  let hit = from;
  for (; hit < postings.unit.length; hit += 1) {
    const unit = postings.unit[hit] ?? 0;
    if (unit >= next) break;
    const worth = (postings.at[hit] ?? 0) < (ownTo[unit] ?? 0) ? 1 : context;
    if (worth === 0) continue;
    const slot = postings.slot[hit] ?? 0;
    if (counts[slot] === 0) touched[met++] = slot;
    counts[slot] = (counts[slot] ?? 0) + worth;
  }
  held.met = met;
  return hit;
}

/** A term that only a field holds is met, too, and counts nothing. */
function addFieldSlots(held: GroupCounts, fields: ReadonlyMap<number, number>): void {
  for (const slot of fields.keys()) if (held.counts[slot] === 0) held.touched[held.met++] = slot;
}

export function freeCounts({ counts, touched }: GroupCounts): void {
  freeArray(counts);
  freeArray(touched);
}

export interface GroupSettings {
  readonly bm25: Bm25Settings;
  /** Factor of the block level where blocks mix topics; 1 is as anywhere. */
  readonly mixedBlock: number;
}

export interface Search {
  readonly held: GroupCounts;
  /** By slot: the term's weight times its rarity, and the part it adds to. */
  readonly weights: Float64Array<ArrayBuffer>;
  /** The same for single rows. */
  readonly rowWeights: Float64Array<ArrayBuffer>;
  readonly partOfSlot: Uint8Array;
  /** What each unit gains, by part, and by words of the fields. */
  readonly outputs: readonly Float64Array[];
  readonly title: Float64Array;
  /** What the present group adds to each of the outputs. */
  readonly sums: Float64Array;
}

/** What one group is weighed by. */
interface Scale {
  readonly fields: ReadonlyMap<number, number>;
  /** By slot. */
  readonly weights: Float64Array;
  readonly share: number;
  readonly norm: number;
}

/**
 * Adds the scores of one level, times its `share` in the mixture. `mixed` marks records whose
 * blocks mix topics.
 * One walk over the occurrences: a group is looked at only when it holds one, or its record's fields do.
 */
export function addGroupScores(
  search: Search,
  grouping: Grouping,
  share: number,
  settings: GroupSettings,
  mixed?: Uint8Array,
): void {
  const { held, outputs, title, sums } = search;
  const { firstUnit, recordOfGroup, rows } = grouping;
  const { unit: unitOf } = held.postings;
  let hit = 0;
  for (let group = 0; group + 1 < firstUnit.length; group += 1) {
    const first = firstUnit[group] ?? 0;
    const next = firstUnit[group + 1] ?? 0;
    const record = recordOfGroup?.[group] ?? 0;
    const fields = recordOfGroup === null ? NO_FIELDS : (held.postings.fields[record] ?? NO_FIELDS);
    // Most groups hold nothing of what is searched for.
    if (fields === NO_FIELDS && (unitOf[hit] ?? next) >= next) continue;
    hit = countPostings(held, hit, next);
    if (fields !== NO_FIELDS) addFieldSlots(held, fields);
    if (held.met === 0) continue;
    const ofFields = sumUp(search, settings.bm25, {
      fields,
      weights: rows?.[group] === 1 ? search.rowWeights : search.weights,
      share: mixed?.[record] === 1 ? settings.mixedBlock * share : share,
      norm: lengthNorm(grouping.lengths[group] ?? 0, grouping.mean, settings.bm25),
    });
    for (let part = 0; part < outputs.length; part += 1) addTo(outputs[part], first, next, sums[part] ?? 0);
    addTo(title, first, next, ofFields);
  }
}

/** Turns what was counted into `sums`, and the counts into 0; returns what the words of the fields add. */
function sumUp({ held, partOfSlot, sums }: Search, bm25: Bm25Settings, scale: Scale): number {
  const { counts, touched, met } = held;
  const { fields, weights, share, norm } = scale;
  let ofFields = 0;
  sums.fill(0);
  for (let at = 0; at < met; at += 1) {
    const slot = touched[at] ?? 0;
    const weight = share * (weights[slot] ?? 0);
    const count = counts[slot] ?? 0;
    const own = weight * saturation(count, norm, bm25);
    const field = fields === NO_FIELDS ? 0 : (fields.get(slot) ?? 0);
    if (field > 0) ofFields += weight * saturation(count + field, norm, bm25) - own;
    const part = partOfSlot[slot] ?? 0;
    sums[part] = (sums[part] ?? 0) + own;
    counts[slot] = 0;
  }
  return ofFields;
}

function addTo(output: Float64Array | undefined, from: number, to: number, amount: number): void {
  if (output === undefined || amount === 0) return;
  for (let at = from; at < to; at += 1) output[at] = (output[at] ?? 0) + amount;
}
