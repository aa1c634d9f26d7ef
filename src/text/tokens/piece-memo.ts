// In: a piece. Out: its token count, from a bounded memory of short pieces or else from the vocabulary.
// Must stay bounded whatever comes: sets of two, the newer piece takes the place of the older.
import { longPieceTokens } from "./long-piece.ts";
import { mergedLength } from "./merged-length.ts";
import { hashKey, KEY_BYTES_MAX, keyMasks } from "./short-key.ts";
import { findShort, findToken, NO_TOKEN, type Vocabulary } from "./vocabulary.ts";

/** Up to this many bytes plain merging is faster than the linear method. */
const MERGED_BYTES_MAX = 64;

/** 2^15 sets of two pieces in 1 MB, which second-level caches hold: twice the distinct pieces of a megabyte of prose. */
const SET_BITS = 15;
/** An entry is a key of three words and a tail: the count with the length below it; 0 is an empty entry. */
const LENGTH_BITS = 4;
const LENGTH_MASK = (1 << LENGTH_BITS) - 1;
const memo = new Int32Array(8 << SET_BITS);

/** Tokens of the piece [start, end). 10 ns when the piece is remembered. */
export function pieceTokens(v: Vocabulary, view: DataView, start: number, end: number): number {
  const length = end - start;
  if (length > KEY_BYTES_MAX) return longTokens(v, view, start, end);
  const w0 = view.getInt32(start, true) & (keyMasks[length << 2] ?? 0);
  const w1 = view.getInt32(start + 4, true) & (keyMasks[(length << 2) + 1] ?? 0);
  const w2 = view.getInt32(start + 8, true) & (keyMasks[(length << 2) + 2] ?? 0);
  const set = (hashKey(w0, w1, w2) >>> (32 - SET_BITS)) << 3;
  const newer = memo[set + 3] ?? 0;
  if (memo[set] === w0 && memo[set + 1] === w1 && memo[set + 2] === w2 && (newer & LENGTH_MASK) === length) {
    return newer >> LENGTH_BITS;
  }
  const older = memo[set + 7] ?? 0;
  if (memo[set + 4] === w0 && memo[set + 5] === w1 && memo[set + 6] === w2 && (older & LENGTH_MASK) === length) {
    return older >> LENGTH_BITS;
  }
  const count = findShort(v, w0, w1, w2, length) === NO_TOKEN ? mergedLength(v, view, start, end) : 1;
  for (let word = 0; word < 4; word++) memo[set + 4 + word] = memo[set + word] ?? 0;
  memo[set] = w0;
  memo[set + 1] = w1;
  memo[set + 2] = w2;
  memo[set + 3] = (count << LENGTH_BITS) | length;
  return count;
}

function longTokens(v: Vocabulary, view: DataView, start: number, end: number): number {
  if (end - start > MERGED_BYTES_MAX) return longPieceTokens(v, view, start, end);
  return findToken(v, view, start, end) === NO_TOKEN ? mergedLength(v, view, start, end) : 1;
}
