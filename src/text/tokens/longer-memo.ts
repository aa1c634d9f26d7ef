// In: a piece of more than 12 bytes, one in a hundred. Out: its token count, remembered up to 28 bytes: the long
// names of code, which come again and again where they come at all.
import type { Encoding } from "./encoding.ts";
import { longPieceTokens } from "./long-piece.ts";
import { MERGE_BYTES_MAX, mergedLength } from "./merge-bytes.ts";
import { findToken, NO_TOKEN } from "./token-table.ts";

/** Room for 4,096 pieces in 128 KB. */
const ENTRY_BITS = 12;
/** An entry is a key of seven words, zero where the bytes end, and a tail: the count with the length below it. */
const KEY_WORDS = 7;
const KEY_BYTES_MAX = 4 * KEY_WORDS;
const LENGTH_BITS = 5;
const LENGTH_MASK = (1 << LENGTH_BITS) - 1;
const memo = new Int32Array((KEY_WORDS + 1) << ENTRY_BITS);

/** Tokens of the piece [start, end). */
export function longerPieceTokens(encoding: Encoding, view: DataView, start: number, end: number): number {
  const length = end - start;
  if (length > KEY_BYTES_MAX) return countedTokens(encoding, view, start, end);
  let hash = length;
  for (let at = start; at < end; at += 4) hash = Math.imul(hash ^ (hash >>> 15) ^ keyWord(view, at, end), 0x9e3779b1);
  const entry = (hash >>> (32 - ENTRY_BITS)) * (KEY_WORDS + 1);
  const tail = memo[entry + KEY_WORDS] ?? 0;
  if ((tail & LENGTH_MASK) === length) {
    let at = start;
    for (let word = entry; at < end && memo[word] === keyWord(view, at, end); word++) at += 4;
    if (at >= end) return tail >> LENGTH_BITS;
  }
  const count = countedTokens(encoding, view, start, end);
  for (let at = start, word = entry; at < end; at += 4, word++) memo[word] = keyWord(view, at, end);
  memo[entry + KEY_WORDS] = (count << LENGTH_BITS) | length;
  return count;
}

/** The four bytes from `at` on, zero from `end` on. */
function keyWord(view: DataView, at: number, end: number): number {
  const word = view.getInt32(at, true);
  return end - at >= 4 ? word : word & ((1 << ((end - at) * 8)) - 1);
}

function countedTokens(encoding: Encoding, view: DataView, start: number, end: number): number {
  if (end - start > MERGE_BYTES_MAX) return longPieceTokens(encoding, view, start, end);
  if (findToken(encoding.tokens, view, start, end) !== NO_TOKEN) return 1;
  return mergedLength(encoding.merges, view, start, end);
}
