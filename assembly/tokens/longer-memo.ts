// In: a piece of more than 15 bytes, one in a hundred. Out: its token count, remembered up to 30 bytes: the long
// names of code, which come again and again where they come at all.

import { firstBytes, hashOfVector, isSameVector } from "../vectors/key";
import { backtrackedLength } from "./backtrack";
import { LONGER_BITS, LONGER_MEMO, MERGE_BYTES_MAX } from "./layout";
import { longPieceTokens } from "./long-piece";
import { mergedLength } from "./merge-bytes";
import { roomBehindText } from "./text";
import { findToken, NO_TOKEN } from "./token-table";

/** An entry is two keys: 16 bytes, then up to 14 with the length and the count behind them. */
const LONGER_TEXT_MAX: usize = 30;

/** Tokens of the piece [start, end). */
export function longerPieceTokens(start: usize, end: usize): u32 {
  const length = end - start;
  if (length > LONGER_TEXT_MAX) return countedTokens(start, end);
  const first = v128.load(start);
  const second = i8x16.replace_lane(firstBytes(v128.load(start + 16), i32(length) - 16), 14, i8(length));
  const hash = hashOfVector(
    v128.xor(first, i8x16.shuffle(second, second, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)),
  );
  const entry = LONGER_MEMO + 32 * usize(hash >> (64 - LONGER_BITS));
  const known = v128.load(entry, 16);
  if (isSameVector(v128.load(entry), first) && isSameVector(i8x16.replace_lane(known, 15, 0), second)) {
    return u32(i8x16.extract_lane_u(known, 15));
  }
  const count = countedTokens(start, end);
  v128.store(entry, first);
  v128.store(entry, i8x16.replace_lane(second, 15, i8(count)), 16);
  return count;
}

function countedTokens(start: usize, end: usize): u32 {
  if (end - start > MERGE_BYTES_MAX) return longPieceTokens(start, end);
  if (findToken(start, end) !== NO_TOKEN) return 1;
  if (isRun(start, end)) return backtrackedLength(start, end, roomBehindText(end - start + 1));
  return mergedLength(start, end);
}

/**
 * Whether a piece of 16 bytes or more is one byte again and again, but for the first and the last three: a rule of
 * dashes, an indentation. It is a few long tokens, where merging would take a step for each byte.
 */
function isRun(start: usize, end: usize): bool {
  return memory.compare(start + 1, start + 2, end - start - 5) === 0;
}
