// In: the bytes of a short piece. Out: how many tokens byte pair encoding makes of them, by merging as it is defined:
// of all neighbours whose joined bytes are a token, those of the lowest rank first, the leftmost of equals.
// Quadratic in the length, so only for short pieces, where it is the fastest way.
import { findToken, NO_TOKEN, type Vocabulary } from "./vocabulary.ts";

/** Longest input; positions must fit in POSITION_BITS. */
export const MERGE_BYTES_MAX = 128;
const POSITION_BITS = 7;
const POSITION_MASK = (1 << POSITION_BITS) - 1;
const NEVER = 0x7fffffff;

/** The parts as a linked list over positions: where the part after, and the part before, the one at a position starts. */
const following = new Uint8Array(MERGE_BYTES_MAX + 1);
const preceding = new Uint8Array(MERGE_BYTES_MAX + 1);
/**
 * What merging the part at a position with the one after it would give: the rank above, the position below, so that the
 * least is the next to merge; NEVER if it gives no token.
 */
const merges = new Int32Array(MERGE_BYTES_MAX + 1);

/** Where the last merge of the last call joined its two parts. */
let lastJoint = 0;

/** Tokens of the bytes [start, end), at most MERGE_BYTES_MAX. 300 to 450 ns for a word of nine bytes. */
export function mergedLength(v: Vocabulary, view: DataView, start: number, end: number): number {
  const size = end - start;
  let least = splitIntoBytes(v, view, start, size);
  let parts = size;
  while (least !== NEVER) {
    parts--;
    const at = least & POSITION_MASK;
    const gone = following[at] ?? 0;
    const after = following[gone] ?? 0;
    lastJoint = gone;
    merges[gone] = NEVER;
    following[at] = after;
    merges[at] = NEVER;
    if (after < size) {
      preceding[after] = at;
      merges[at] = mergeOf(v, view, start, at, following[after] ?? 0);
    }
    if (at > 0) {
      const before = preceding[at] ?? 0;
      merges[before] = mergeOf(v, view, start, before, after);
    }
    least = NEVER;
    for (let position = 0; position < size; position++) least = Math.min(least, merges[position] ?? 0);
  }
  return parts;
}

/** Makes each byte a part of its own; returns the first merge. */
function splitIntoBytes(v: Vocabulary, view: DataView, start: number, size: number): number {
  let least = NEVER;
  for (let position = 0; position + 1 < size; position++) {
    following[position] = position + 1;
    preceding[position + 1] = position;
    const rank = v.bytePairs[view.getUint16(start + position)] ?? 0;
    const merge = rank === NO_TOKEN ? NEVER : (rank << POSITION_BITS) | position;
    merges[position] = merge;
    least = Math.min(least, merge);
  }
  following[size - 1] = size;
  merges[size - 1] = NEVER;
  return least;
}

function mergeOf(v: Vocabulary, view: DataView, base: number, start: number, end: number): number {
  const rank = findToken(v, view, base + start, base + end);
  return rank === NO_TOKEN ? NEVER : (rank << POSITION_BITS) | start;
}

/** Where the two parts of a token of at least two bytes meet: the joint that its last merge closes. */
export function jointOf(v: Vocabulary, view: DataView, start: number, end: number): number {
  mergedLength(v, view, start, end);
  return start + lastJoint;
}
