// Running counts of texts, kept for the length of a call. In: those of some pieces. Out: where they stand.
// Texts of a few pieces stand one behind the other in arrays that they share: views of its own are two fifths of what
// a record of forty characters leaves behind.
// Must never hand out a place twice: arrays that are used up go as a whole when the last of their texts does.
import type { Counts } from "../token-scan.ts";

/** Where the counts of some pieces stand. */
export interface KeptCounts {
  readonly ends: Counts;
  readonly sums: Counts;
  readonly at: number;
  readonly pieces: number;
}

/** Pieces that shared arrays have room for: about those of a call of 60 kB, and 64 KiB in all. */
const SHARED_PIECES = 1 << 14;

/** Texts of more have arrays of their own: what is left of shared ones when the next does not fit is less. */
const SHARING_PIECES_MAX = 1 << 11;

/** The highest count that two bytes hold. */
const TWO_BYTES_MAX = 0xffff;

let sharedEnds = new Uint16Array(SHARED_PIECES);
let sharedSums = new Uint16Array(SHARED_PIECES);
let used = 0;

/** Copies the first `pieces` ends, which are ascending, and sums. */
export function keepCounts(ends: Uint32Array, sums: Uint32Array, pieces: number): KeptCounts {
  const highest = Math.max(ends[pieces - 1] ?? 0, sums[pieces - 1] ?? 0);
  if (pieces > SHARING_PIECES_MAX || highest > TWO_BYTES_MAX) {
    return { ends: ownCopy(ends, pieces), sums: ownCopy(sums, pieces), at: 0, pieces };
  }
  if (used + pieces > SHARED_PIECES) {
    sharedEnds = new Uint16Array(SHARED_PIECES);
    sharedSums = new Uint16Array(SHARED_PIECES);
    used = 0;
  }
  const at = used;
  used += pieces;
  copyInto(sharedEnds, at, ends, pieces);
  copyInto(sharedSums, at, sums, pieces);
  return { ends: sharedEnds, sums: sharedSums, at, pieces };
}

function ownCopy(counts: Uint32Array, length: number): Counts {
  if ((counts[length - 1] ?? 0) > TWO_BYTES_MAX) return counts.slice(0, length);
  return new Uint16Array(counts.subarray(0, length));
}

/** Up to so many are copied one by one: a view of them costs more. */
const FEW = 32;

function copyInto(shared: Uint16Array, at: number, counts: Uint32Array, length: number): void {
  if (length > FEW) shared.set(counts.subarray(0, length), at);
  else for (let place = 0; place < length; place += 1) shared[at + place] = counts[place] ?? 0;
}

/** The counts of one text's batches, two or more, as one. */
export function joined(parts: readonly KeptCounts[]): KeptCounts {
  const ends = joinedCounts(parts.map(({ ends: counts, at, pieces }) => counts.subarray(at, at + pieces)));
  const sums = joinedCounts(parts.map(({ sums: counts, at, pieces }) => counts.subarray(at, at + pieces)));
  return { ends, sums, at: 0, pieces: ends.length };
}

function joinedCounts(parts: readonly Counts[]): Counts {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  // What fits into two bytes in the last part, which has the highest, does so in all.
  const whole = parts.at(-1) instanceof Uint16Array ? new Uint16Array(length) : new Uint32Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
