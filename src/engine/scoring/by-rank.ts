// In: ranks. Out: the numbers of the best, best first. Told by rank alone and, among equals, by arrival.
// Written out, since the sort of the language calls a function for each of the n log n comparisons: for 2,000 units
// that took 0.25 ms, a quarter of all ranking; merging runs of an array of numbers takes a fifth of it.
import { int32s } from "../../text/slab.ts";

/** The places of all `ranks` from `least` up, highest first; equals in ascending order. */
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

/** Two neighbouring runs of `width` places, each in order, become one. */
function merge(ranks: Float64Array, from: Int32Array, to: Int32Array, start: number, width: number): void {
  const middle = Math.min(from.length, start + width);
  const end = Math.min(from.length, start + 2 * width);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const isLeft = right === end || (left < middle && (ranks[from[left] ?? 0] ?? 0) >= (ranks[from[right] ?? 0] ?? 0));
    to[at] = from[isLeft ? left++ : right++] ?? 0;
  }
}

/** The highest of some values that are not negative; 0 of none. */
export function highest(values: Float64Array): number {
  let most = 0;
  for (let at = 0; at < values.length; at++) most = Math.max(most, values[at] ?? 0);
  return most;
}
