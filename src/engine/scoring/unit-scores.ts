// Scores of units in columns: the parts of a score, their sum, the highest value, the best blocks, the order by value.
// In: one number for each unit. Out: numbers or places; equal values stay in arrival order. Knows nothing of words.
import { float64s, int32s } from "../../text/arrays.ts";
import type { Corpus } from "../index/corpus.ts";

/** Scores by part name, one number for each unit. Empty for a part that adds to no unit. */
export type UnitParts = Map<string, Float64Array>;

/** A part that adds to no unit. */
export const NO_GAIN = new Float64Array(0);

/** The numbers of a part. Creates a missing part with all values 0. */
export function partOf(parts: UnitParts, name: string, units: number): Float64Array {
  const known = parts.get(name);
  if (known !== undefined) return known;
  const made = float64s(units);
  parts.set(name, made);
  return made;
}

/** The sum of all parts, unit by unit. */
export function sumOf(parts: UnitParts, units: number): Float64Array {
  const sum = float64s(units);
  for (const values of parts.values()) addScores(sum, values);
  return sum;
}

/** Adds a part to a sum, in place. The sum of all parts is the same, whether they are added at once or one by one. */
export function addScores(sum: Float64Array, values: Float64Array): void {
  for (let at = 0; at < values.length; at += 1) sum[at] = (sum[at] ?? 0) + (values[at] ?? 0);
}

/**
 * The places of all `ranks` of at least `least`, highest first. Equal ranks stay in ascending order of place. This
 * merge sort takes a fifth of the time of the built-in sort, which calls a function for each comparison.
 */
export function placesByRank(ranks: Float64Array, least: number): Int32Array {
  let count = 0;
  const places = int32s(ranks.length);
  for (let at = 0; at < ranks.length; at++) if ((ranks[at] ?? 0) >= least) places[count++] = at;
  let from = places.subarray(0, count);
  let to = int32s(count);
  for (let width = 1; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) merge(ranks, from, to, start, width);
    [from, to] = [to, from];
  }
  return from;
}

/** Merges two neighbouring sorted runs of `width` places. */
function merge(ranks: Float64Array, from: Int32Array, to: Int32Array, start: number, width: number): void {
  const middle = Math.min(from.length, start + width);
  const end = Math.min(from.length, start + 2 * width);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const isLeftNext =
      right === end || (left < middle && (ranks[from[left] ?? 0] ?? 0) >= (ranks[from[right] ?? 0] ?? 0));
    to[at] = from[isLeftNext ? left++ : right++] ?? 0;
  }
}

/** The places of the `count` highest positive values, highest first. For a few of many: sorting all takes longer. */
export function highestPlaces(values: Float64Array, count: number): readonly number[] {
  const best: number[] = [];
  let least = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (value <= least) continue;
    const rank = best.findIndex((place) => (values[place] ?? 0) < value);
    best.splice(rank === -1 ? best.length : rank, 0, at);
    if (best.length > count) best.pop();
    if (best.length === count) least = values[best.at(-1) ?? 0] ?? 0;
  }
  return best;
}

/** The highest of the values, which must not be negative; 0 if there are none. */
export function highest(values: Float64Array): number {
  let most = 0;
  for (let at = 0; at < values.length; at++) most = Math.max(most, values[at] ?? 0);
  return most;
}

export interface BlockRange {
  readonly from: number;
  readonly to: number;
  readonly score: number;
  /** Index of the record that holds the block. */
  readonly record: number;
  /** Number of the block's first unit. */
  readonly unit: number;
}

/** The blocks whose best unit scores highest, best first. */
export function bestBlocks(
  { groupings, unitFrom }: Corpus,
  unitScores: Float64Array,
  count: number,
): readonly BlockRange[] {
  const { firstUnit, recordOfGroup } = groupings.block;
  const scores = float64s(firstUnit.length - 1);
  for (let block = 0; block < scores.length; block += 1) {
    const next = firstUnit[block + 1] ?? 0;
    let score = 0;
    for (let unit = firstUnit[block] ?? 0; unit < next; unit += 1) {
      const ofUnit = unitScores[unit] ?? 0;
      if (ofUnit > score) score = ofUnit;
    }
    scores[block] = score;
  }
  const best: BlockRange[] = [];
  for (const block of placesByRank(scores, Number.MIN_VALUE).subarray(0, count)) {
    const unit = firstUnit[block] ?? 0;
    const from = unitFrom[unit] ?? 0;
    const to = unitFrom[firstUnit[block + 1] ?? 0] ?? 0;
    best.push({ from, to, record: recordOfGroup?.[block] ?? 0, unit, score: scores[block] ?? 0 });
  }
  return best;
}
