// Computes BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) for every group of units at one
// level (units, blocks or records) and adds it to the scores of the group's units.
// In: postings of weighted terms and a grouping. Out: gains, added to the outputs. Walks the postings once: linear in
// postings and units. Finite for every finite input.
import { float64s, freeArray, int32s } from "../../text/arrays.ts";
import type { Grouping } from "../index/groupings.ts";
import { NO_FIELDS, type Postings } from "../index/postings.ts";

export interface Bm25Settings {
  /** How quickly repetitions of a word stop counting, 0.6 to 2; 0 counts presence only. */
  readonly k1: number;
  /** How much a longer text lowers a match, 0 (not at all) to 1 (fully). */
  readonly b: number;
}

/**
 * The idf of a term that occurs in `frequency` of `total` texts. Adding 1, as Lucene does, keeps it above 0 even for a
 * term in every text.
 */
export function inverseFrequency(frequency: number, total: number): number {
  return Math.log(1 + (Math.max(0, total - frequency) + 0.5) / (frequency + 0.5));
}

/** The length norm of a text: the larger it is, the less each term counts. Lengths in terms. */
export function lengthNorm(length: number, meanLength: number, { k1, b }: Bm25Settings): number {
  const relative = meanLength > 0 ? length / meanLength : 1;
  return k1 * (1 - b + b * relative);
}

/** The saturated term frequency, 0 to k1 + 1, of a term that occurs `count` times in a text with this length norm. */
export function saturation(count: number, norm: number, { k1 }: Bm25Settings): number {
  return count <= 0 ? 0 : (count * (k1 + 1)) / (count + norm);
}

interface GroupCounts {
  readonly postings: Postings;
  /** Where each unit's context begins among the terms. */
  readonly ownTo: Int32Array;
  /** Weight of a word in a unit's context, against 1 for a word of its text. */
  readonly context: number;
  /** Term frequencies in the current group, by slot; all 0 before the next group is counted. */
  readonly counts: Float64Array<ArrayBuffer>;
  /** The slots that occur in the current group, in order of first occurrence; `distinct` is their number. */
  readonly touched: Int32Array<ArrayBuffer>;
  distinct: number;
}

export function groupCounts(postings: Postings, ownTo: Int32Array, slots: number, context: number): GroupCounts {
  return { postings, ownTo, context, counts: float64s(slots), touched: int32s(slots), distinct: 0 };
}

/** Counts the terms of the units before `next`, starting at posting `from`. Returns the first posting after them. */
function countPostings(counter: GroupCounts, from: number, next: number): number {
  const { postings, ownTo, context, counts, touched } = counter;
  let distinct = 0;
  let hit = from;
  for (; hit < postings.unit.length; hit += 1) {
    const unit = postings.unit[hit] ?? 0;
    if (unit >= next) break;
    const worth = (postings.at[hit] ?? 0) < (ownTo[unit] ?? 0) ? 1 : context;
    if (worth === 0) continue;
    const slot = postings.slot[hit] ?? 0;
    if (counts[slot] === 0) touched[distinct++] = slot;
    counts[slot] = (counts[slot] ?? 0) + worth;
  }
  counter.distinct = distinct;
  return hit;
}

/** Adds terms that occur only in a field. Their term frequency in the text is 0. */
function addFieldSlots(counter: GroupCounts, fields: ReadonlyMap<number, number>): void {
  for (const slot of fields.keys()) if (counter.counts[slot] === 0) counter.touched[counter.distinct++] = slot;
}

export function freeCounts({ counts, touched }: GroupCounts): void {
  freeArray(counts);
  freeArray(touched);
}

export interface Search {
  readonly counter: GroupCounts;
  /** By slot: the term's weight times its idf, and the part it adds to. */
  readonly weights: Float64Array<ArrayBuffer>;
  /** The same weights for single rows. */
  readonly rowWeights: Float64Array<ArrayBuffer>;
  readonly partOfSlot: Uint8Array;
  /** The gain of each unit by part (`outputs`) and from words in the fields (`title`). */
  readonly outputs: readonly Float64Array[];
  readonly title: Float64Array;
  /** The gain of the current group, for each output. */
  readonly sums: Float64Array;
}

/** The factors that weigh one group. */
interface Scale {
  readonly fields: ReadonlyMap<number, number>;
  /** By slot. */
  readonly weights: Float64Array;
  readonly share: number;
  readonly norm: number;
}

/**
 * Adds the scores of one level, times its `share` in the mixture. Walks the postings once and skips a group unless it
 * has a posting or its record's fields match.
 */
export function addGroupScores(search: Search, grouping: Grouping, share: number, bm25: Bm25Settings): void {
  const { counter, outputs, title, sums } = search;
  const { firstUnit, recordOfGroup, rows } = grouping;
  const { unit: unitOf } = counter.postings;
  let hit = 0;
  for (let group = 0; group + 1 < firstUnit.length; group += 1) {
    const first = firstUnit[group] ?? 0;
    const next = firstUnit[group + 1] ?? 0;
    const record = recordOfGroup?.[group] ?? 0;
    const fields = recordOfGroup === null ? NO_FIELDS : (counter.postings.fields[record] ?? NO_FIELDS);
    // Most groups have no postings.
    if (fields === NO_FIELDS && (unitOf[hit] ?? next) >= next) continue;
    hit = countPostings(counter, hit, next);
    if (fields !== NO_FIELDS) addFieldSlots(counter, fields);
    if (counter.distinct === 0) continue;
    const ofFields = sumUp(search, bm25, {
      fields,
      weights: rows?.[group] === 1 ? search.rowWeights : search.weights,
      share,
      norm: lengthNorm(grouping.lengths[group] ?? 0, grouping.mean, bm25),
    });
    for (let part = 0; part < outputs.length; part += 1) addTo(outputs[part], first, next, sums[part] ?? 0);
    addTo(title, first, next, ofFields);
  }
}

/** Turns the counts into `sums` and resets them to 0. Returns what the words of the fields add. */
function sumUp({ counter, partOfSlot, sums }: Search, bm25: Bm25Settings, scale: Scale): number {
  const { counts, touched, distinct } = counter;
  const { fields, weights, share, norm } = scale;
  let ofFields = 0;
  sums.fill(0);
  for (let at = 0; at < distinct; at += 1) {
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
