// Which terms stand next to each other in the task, one directly behind the other.
// In: neighbours as they are read. Out: a number for each pair, which who asks can note. One set holds them all: a set
// for each term costs a long task several times as much.
import type { Checkpoint } from "../../text/checkpoint.ts";
import type { IntList } from "../../text/int-list.ts";

/** Of a pair of words the second may stand this many terms behind the first: the parts of an identifier lie between. */
export const PAIR_DISTANCE_MAX = 3;

/** Neighbours that are noted between two checkpoints: less than a millisecond. */
const NEIGHBOURS_A_TURN = 4096;

export interface TermPairs {
  /** Every term of the task is below; so no look-up is needed for most of the records'. */
  readonly limit: number;
  readonly numbers: ReadonlySet<number>;
}

/**
 * @param neighbours a term and the one behind it, pair by pair
 * @param limit above every term
 */
export function pairsOf({ items, size }: IntList, limit: number, checkpoint: Checkpoint): TermPairs {
  const numbers = new Set<number>();
  for (let at = 0; at < size; at += 2) {
    if (at % NEIGHBOURS_A_TURN === 0) checkpoint();
    numbers.add((items[at] ?? 0) * limit + (items[at + 1] ?? 0));
  }
  return { limit, numbers };
}

/** The number of a pair, -1 when it is none of the task's. */
export function pairNumber({ limit, numbers }: TermPairs, first: number, second: number): number {
  if (first >= limit || second >= limit) return -1;
  const number = first * limit + second;
  return numbers.has(number) ? number : -1;
}
