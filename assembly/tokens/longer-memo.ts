// In: a piece of 16 to 30 bytes. Out: its token count, if it is remembered: long names of code and long words, which
// come again and again where they come at all.
// Must stay bounded whatever comes: a piece takes the place of the one whose hash leads to the same entry.

import { firstBytes, hashOfVector, isSameVector } from "../vectors/key";
import { KEY_BYTES, LONGER_BITS, LONGER_MEMO } from "./layout";

/** An entry is two keys: 16 bytes, then up to 14 with the length and the count behind them; 0 is an empty entry. */
export const LONGER_TEXT_MAX: usize = 30;

function secondKey(start: usize, length: usize): v128 {
  return i8x16.replace_lane(firstBytes(v128.load(start + KEY_BYTES), i32(length - KEY_BYTES)), 14, i8(length));
}

/** Where the entry lies of the piece of `length` bytes at `start`. */
export function longerEntry(start: usize, length: usize): usize {
  const second = secondKey(start, length);
  const turned = i8x16.shuffle(second, second, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  const hash = hashOfVector(v128.xor(v128.load(start), turned));
  return LONGER_MEMO + 2 * KEY_BYTES * usize(hash >> (64 - LONGER_BITS));
}

/** Whether the entry is of that piece. */
export function isLongerEntryOf(entry: usize, start: usize, length: usize): bool {
  const known = i8x16.replace_lane(v128.load(entry + KEY_BYTES), 15, 0);
  return isSameVector(v128.load(entry), v128.load(start)) && isSameVector(known, secondKey(start, length));
}

/** Tokens of that piece as the entry remembers them; 0 if it is of another piece, or not counted yet. */
export function rememberedLonger(entry: usize, start: usize, length: usize): u32 {
  return isLongerEntryOf(entry, start, length) ? u32(load<u8>(entry, 2 * KEY_BYTES - 1)) : 0;
}

/** Has the entry remember the count of that piece, in the place of another. */
export function rememberLonger(entry: usize, start: usize, length: usize, count: u32): void {
  v128.store(entry, v128.load(start));
  v128.store(entry + KEY_BYTES, i8x16.replace_lane(secondKey(start, length), 15, i8(count)));
}
