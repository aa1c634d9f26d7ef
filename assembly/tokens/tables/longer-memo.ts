// In: a piece of 16 to 30 bytes. Out: its token count, if it is remembered. These are long names in code and long
// words, which recur within one text. The memo is bounded: a piece replaces the one whose hash leads to the same entry.
import { firstBytes, hashOfVector, isSameVector } from "../../bytes/key";
import { KEY_BYTES, LONGER_BITS, LONGER_MEMO } from "../layout";

// An entry is two keys: the first 16 bytes of the piece, then up to 14 more followed by the length and the count. 0 is
// an empty entry.
export const LONGER_TEXT_MAX: usize = 30;
const LENGTH_BYTE: u8 = 14;
const COUNT_BYTE: u8 = 15;

/** The second key without a count. */
function secondKey(start: usize, length: usize): v128 {
  return i8x16.replace_lane(firstBytes(v128.load(start + KEY_BYTES), i32(length - KEY_BYTES)), LENGTH_BYTE, i8(length));
}

/** Address of the entry of the piece of `length` bytes at `start`. */
export function longerEntry(start: usize, length: usize): usize {
  const second = secondKey(start, length);
  const turned = i8x16.shuffle(second, second, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  const hash = hashOfVector(v128.xor(v128.load(start), turned));
  return LONGER_MEMO + 2 * KEY_BYTES * usize(hash >> (64 - LONGER_BITS));
}

/** Whether the entry is of that piece, with a count or without. */
export function isLongerEntryOf(entry: usize, start: usize, length: usize): bool {
  const known = i8x16.replace_lane(v128.load(entry + KEY_BYTES), COUNT_BYTE, 0);
  return isSameVector(v128.load(entry), v128.load(start)) && isSameVector(known, secondKey(start, length));
}

/** The piece's tokens according to the entry; 0 if the entry is of another piece or has no count yet. */
export function rememberedLonger(entry: usize, start: usize, length: usize): u32 {
  return isLongerEntryOf(entry, start, length) ? u32(load<u8>(entry, KEY_BYTES + COUNT_BYTE)) : 0;
}

/** Stores the count of that piece in its entry, replacing another piece. */
export function rememberLonger(entry: usize, start: usize, length: usize, count: u32): void {
  v128.store(entry, v128.load(start));
  v128.store(entry + KEY_BYTES, i8x16.replace_lane(secondKey(start, length), COUNT_BYTE, i8(count)));
}
