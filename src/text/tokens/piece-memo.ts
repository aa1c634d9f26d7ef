// In: a piece. Out: its token count, from a bounded memory of short pieces or else from the tables of the encoding.
// Must stay bounded whatever comes: a piece takes the place of the one whose hash leads to the same entry.
import type { Encoding } from "./encoding.ts";
import { longPieceTokens } from "./long-piece.ts";
import { MERGE_BYTES_MAX, mergedLength } from "./merge-bytes.ts";
import { hashKey, KEY_BYTES_MAX, keyMasks } from "./short-key.ts";
import { findShort, findToken, NO_TOKEN } from "./token-table.ts";

/** Up to this many bytes plain merging is faster than the linear method. */
const MERGED_BYTES_MAX = MERGE_BYTES_MAX;

/** Room for 65,536 pieces in 1 MB, about what second-level caches hold; a megabyte of prose has 30,000. */
const ENTRY_BITS = 16;
/** An entry is a key of three words and a tail: the count with the length below it; 0 is an empty entry. */
const LENGTH_BITS = 4;
const LENGTH_MASK = (1 << LENGTH_BITS) - 1;
const memo = new Int32Array(4 << ENTRY_BITS);

/** Tokens of the piece [start, end). 10 ns when the piece is remembered. */
export function pieceTokens(encoding: Encoding, view: DataView, start: number, end: number): number {
  const length = end - start;
  if (length > KEY_BYTES_MAX) return longTokens(encoding, view, start, end);
  const w0 = view.getInt32(start, true) & (keyMasks[length << 2] ?? 0);
  const w1 = view.getInt32(start + 4, true) & (keyMasks[(length << 2) + 1] ?? 0);
  const w2 = view.getInt32(start + 8, true) & (keyMasks[(length << 2) + 2] ?? 0);
  const entry = (hashKey(w0, w1, w2) >>> (32 - ENTRY_BITS)) << 2;
  const tail = memo[entry + 3] ?? 0;
  if (memo[entry] === w0 && memo[entry + 1] === w1 && memo[entry + 2] === w2 && (tail & LENGTH_MASK) === length) {
    return tail >> LENGTH_BITS;
  }
  const isToken = findShort(encoding.tokens, w0, w1, w2, length) !== NO_TOKEN;
  const count = isToken ? 1 : mergedLength(encoding.merges, view, start, end);
  memo[entry] = w0;
  memo[entry + 1] = w1;
  memo[entry + 2] = w2;
  memo[entry + 3] = (count << LENGTH_BITS) | length;
  return count;
}

function longTokens(encoding: Encoding, view: DataView, start: number, end: number): number {
  if (end - start > MERGED_BYTES_MAX) return longPieceTokens(encoding, view, start, end);
  if (findToken(encoding.tokens, view, start, end) !== NO_TOKEN) return 1;
  return mergedLength(encoding.merges, view, start, end);
}
