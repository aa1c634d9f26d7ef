// Which terms stand next to each other in the task, one directly behind the other.
// In: neighbours as they are read. Out: an index of them, which gives each pair a number. Lists of integers hold it: a
// set of a million pairs costs a long task an object for each, and five times as long.
import type { Checkpoint } from "../../text/checkpoint.ts";
import { ascending, type IntList, placeFrom } from "../../text/int-list.ts";
import { int32s } from "../../text/slab.ts";

/** Of a pair of words the second may stand this many terms behind the first: the parts of an identifier lie between. */
export const PAIR_DISTANCE_MAX = 3;

export interface TermPairs {
  /** Every term of the task is below; so no look-up is needed for most of the records'. */
  readonly limit: number;
  /** The terms behind term `t`, ascending, are `seconds[from[t]]` up to `seconds[from[t + 1]]`. */
  readonly from: Int32Array;
  readonly seconds: Int32Array;
}

/** Of a task without spaces, which may have a million terms, and of one word. */
const NO_PAIRS: TermPairs = { limit: 0, from: new Int32Array(1), seconds: new Int32Array(0) };

/**
 * Sorts the pairs by their second term, then by their first, each time by counting: linear, whatever they are.
 * @param neighbours a term and the one behind it, pair by pair
 * @param limit above every term
 */
export function pairsOf({ items, size }: IntList, limit: number, checkpoint: Checkpoint): TermPairs {
  if (size === 0) return NO_PAIRS;
  const bySecond = sortedBy(1, ascending(size / 2), items, startsOf(1, items, size, limit));
  checkpoint();
  const from = startsOf(0, items, size, limit);
  const seconds = sortedBy(0, bySecond, items, from);
  checkpoint();
  for (let at = 0; at < seconds.length; at += 1) seconds[at] = items[2 * (seconds[at] ?? 0) + 1] ?? 0;
  return { limit, from, seconds };
}

/** The first term of a pair, or its second. */
type Side = 0 | 1;

/** Where, among the sorted pairs, those begin that have term `t` at `side`; one entry more than terms. */
function startsOf(side: Side, items: Int32Array, size: number, limit: number): Int32Array {
  const starts = int32s(limit + 1);
  for (let at = side; at < size; at += 2) {
    const behind = (items[at] ?? 0) + 1;
    starts[behind] = (starts[behind] ?? 0) + 1;
  }
  for (let term = 0; term < limit; term += 1) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  return starts;
}

/** The pairs of `order`, by number, sorted by the term at `side`; those that share it stay in their order. */
function sortedBy(side: Side, order: Int32Array, items: Int32Array, starts: Int32Array): Int32Array {
  const next = starts.slice();
  const sorted = int32s(order.length);
  for (let at = 0; at < order.length; at += 1) {
    const pair = order[at] ?? 0;
    const term = items[2 * pair + side] ?? 0;
    const place = next[term] ?? 0;
    next[term] = place + 1;
    sorted[place] = pair;
  }
  return sorted;
}

/** The number of a pair, below `seconds.length`, or -1 when it is none of the task's. O(log pairs). */
export function pairNumber({ limit, from, seconds }: TermPairs, first: number, second: number): number {
  if (first >= limit || second >= limit) return -1;
  const end = from[first + 1] ?? 0;
  const at = placeFrom(seconds, second, from[first], end);
  return at < end && seconds[at] === second ? at : -1;
}
