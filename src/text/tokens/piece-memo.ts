// In: a piece. Out: its token count, from a bounded memory of short pieces or else from the tables of the encoding.
// Must stay bounded whatever comes: a piece takes the place of the one whose hash leads to the same entry.
import type { Encoding } from "./encoding.ts";
import { longerPieceTokens } from "./longer-memo.ts";
import { mergedLength } from "./merge-bytes.ts";
import type { RankBytes } from "./rank-bytes.ts";
import { hashKey, KEY_BYTES_MAX, keyMasks } from "./short-key.ts";
import { findShort, NO_TOKEN } from "./token-table.ts";

/** Room for 65,536 pieces in 1 MB, about what second-level caches hold; a megabyte of prose has 30,000. */
const ENTRY_BITS = 16;
/** An entry is a key of three words and a tail: the count with the length below it; 0 is an empty entry. */
const LENGTH_BITS = 4;
const LENGTH_MASK = (1 << LENGTH_BITS) - 1;
export const memo: Int32Array = new Int32Array(4 << ENTRY_BITS);

/** Where the entry of a key starts. */
export function memoEntry(w0: number, w1: number, w2: number): number {
  return (hashKey(w0, w1, w2) >>> (32 - ENTRY_BITS)) << 2;
}

/** Length in bytes of the piece that an entry's tail tells of. */
export function memoLength(tail: number): number {
  return tail & LENGTH_MASK;
}

/** Tokens of that piece. */
export function memoCount(tail: number): number {
  return tail >> LENGTH_BITS;
}

/** Tokens of the piece [start, end). 10 ns when the piece is remembered. */
export function pieceTokens(encoding: Encoding, view: DataView, start: number, end: number): number {
  const length = end - start;
  if (length > KEY_BYTES_MAX) return longerPieceTokens(encoding, view, start, end);
  const w0 = view.getInt32(start, true) & (keyMasks[length << 2] ?? 0);
  const w1 = view.getInt32(start + 4, true) & (keyMasks[(length << 2) + 1] ?? 0);
  const w2 = view.getInt32(start + 8, true) & (keyMasks[(length << 2) + 2] ?? 0);
  const entry = memoEntry(w0, w1, w2);
  const tail = memo[entry + 3] ?? 0;
  if (memo[entry] === w0 && memo[entry + 1] === w1 && memo[entry + 2] === w2 && memoLength(tail) === length) {
    return memoCount(tail);
  }
  const isToken = findShort(encoding.tokens, w0, w1, w2, length) !== NO_TOKEN;
  const count = isToken ? 1 : mergedLength(encoding.merges, view, start, end);
  memo[entry] = w0;
  memo[entry + 1] = w1;
  memo[entry + 2] = w2;
  memo[entry + 3] = (count << LENGTH_BITS) | length;
  return count;
}

/** Starts the memory with as many tokens as it has room for, of the lowest ranks: new text is mostly those. */
export function rememberTokens(encoding: Encoding, { starts }: RankBytes, view: DataView): void {
  for (let token = (1 << ENTRY_BITS) - 1; token >= 0; token--) {
    pieceTokens(encoding, view, starts[token] ?? 0, starts[token + 1] ?? 0);
  }
}
