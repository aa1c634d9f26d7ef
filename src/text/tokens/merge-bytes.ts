// In: the bytes of a short piece. Out: how many tokens byte pair encoding makes of them, by merging as it is defined:
// of all neighbours that merge, those of the lowest rank first, the leftmost of equals.
// Quadratic in the length, so only for short pieces, where it is the fastest way.
import { addMerge, type MergeTable, mergedToken, NO_MERGE } from "./merge-table.ts";

/** Longest input; positions must fit in POSITION_BITS. */
export const MERGE_BYTES_MAX = 192;
const POSITION_BITS = 8;
const POSITION_MASK = (1 << POSITION_BITS) - 1;
const BLOCK_BITS = 3;
const BLOCK = 1 << BLOCK_BITS;
const NEVER = NO_MERGE << POSITION_BITS;

/**
 * The parts as a linked list over positions, of which the first is 0: the token at a position, where the next part and
 * the one before start. Holds the result of the last call until the next.
 */
export const tokens: Int32Array = new Int32Array(MERGE_BYTES_MAX);
export const following: Uint8Array = new Uint8Array(MERGE_BYTES_MAX);
const preceding = new Uint8Array(MERGE_BYTES_MAX);
/**
 * What the part at a position and the one after it merge into: the token above, the position below, so that the least
 * is the next to merge; NEVER or more if they do not, or if the position starts no part. Two entries longer than the
 * input, because the search reads in twos.
 */
const merges = new Int32Array(MERGE_BYTES_MAX + 2 * BLOCK);

/** The least of each BLOCK entries of `merges`, so that a merge searches two or three blocks and not all positions. */
const leasts = new Int32Array(MERGE_BYTES_MAX >> BLOCK_BITS);

/** Tokens of the bytes [start, end), at most MERGE_BYTES_MAX. 250 to 350 ns for a word of nine bytes. */
export function mergedLength(table: MergeTable, view: DataView, start: number, end: number): number {
  const size = end - start;
  splitIntoBytes(table, view, start, size);
  const blocks = (size + BLOCK - 1) >> BLOCK_BITS;
  for (let block = 0; block < blocks; block++) searchBlock(block);
  let parts = size;
  for (let least = leastMerge(blocks); least < NEVER; least = leastMerge(blocks)) {
    const at = least & POSITION_MASK;
    const token = least >> POSITION_BITS;
    const gone = following[at] ?? 0;
    const after = following[gone] ?? 0;
    tokens[at] = token;
    following[at] = after;
    merges[gone] = NEVER;
    merges[at] = NEVER;
    if (after < size) {
      preceding[after] = at;
      merges[at] = (mergedToken(table, token, tokens[after] ?? 0) << POSITION_BITS) | at;
    }
    if (at > 0) {
      const before = preceding[at] ?? 0;
      merges[before] = (mergedToken(table, tokens[before] ?? 0, token) << POSITION_BITS) | before;
      if (before >> BLOCK_BITS !== at >> BLOCK_BITS) searchBlock(before >> BLOCK_BITS);
    }
    searchBlock(at >> BLOCK_BITS);
    if (gone >> BLOCK_BITS !== at >> BLOCK_BITS) searchBlock(gone >> BLOCK_BITS);
    parts--;
  }
  return parts;
}

function leastMerge(blocks: number): number {
  let least = leasts[0] ?? 0;
  for (let block = 1; block < blocks; block++) least = Math.min(least, leasts[block] ?? 0);
  return least;
}

function splitIntoBytes(table: MergeTable, view: DataView, start: number, size: number): void {
  for (let position = 0; position + 1 < size; position++) {
    const pair = view.getUint16(start + position);
    tokens[position] = table.bytes[pair >> 8] ?? 0;
    following[position] = position + 1;
    preceding[position + 1] = position;
    merges[position] = ((table.bytePairs[pair] ?? 0) << POSITION_BITS) | position;
  }
  const last = size - 1;
  tokens[last] = table.bytes[view.getUint8(start + last)] ?? 0;
  following[last] = size;
  for (let position = last; (position & (BLOCK - 1)) !== 0 || position === last; position++) merges[position] = NEVER;
}

/** Finds the least merge of a block, without branches: where it lies cannot be predicted. */
function searchBlock(block: number): void {
  const end = (block + 1) << BLOCK_BITS;
  let even = NEVER;
  let odd = NEVER;
  for (let position = block << BLOCK_BITS; position < end; position += 2) {
    const below = ((merges[position] ?? 0) - even) | 0;
    even = (even + (below & (below >> 31))) | 0;
    const oddBelow = ((merges[position + 1] ?? 0) - odd) | 0;
    odd = (odd + (oddBelow & (oddBelow >> 31))) | 0;
  }
  leasts[block] = Math.min(even, odd);
}

/**
 * Adds the merge that makes `token`, whose bytes are [start, end). Every lower rank must be in the table: then merging
 * stops at the two tokens that only this one can join.
 */
export function learnMerge(table: MergeTable, view: DataView, start: number, end: number, token: number): void {
  const parts = mergedLength(table, view, start, end);
  if (parts !== 2) throw new Error(`o200k_base token ${token} is the merge of ${parts} tokens, expected 2`);
  const left = tokens[0] ?? 0;
  const right = tokens[following[0] ?? 0] ?? 0;
  addMerge(table, left, right, token);
  table.left[token] = left;
  table.right[token] = right;
}
