// Up to fifteen bytes of text as one value of sixteen: zero where the bytes end, and the length in the last. A key that
// costs no loop to read, to hash or to compare.
import { MASKS } from "./layout";

/** Bytes that a key holds: 99 % of the pieces of ordinary text, 97 % of all tokens. */
export const KEY_TEXT_MAX: u32 = 15;
/** Where the last byte of a key lies in its upper half. */
export const LENGTH_SHIFT: u64 = 56;

export function learnMasks(): void {
  for (let length: usize = 0; length < 16; length++) {
    for (let byte: usize = 0; byte < 16; byte++) store<u8>(MASKS + 16 * length + byte, byte < length ? 0xff : 0);
  }
}

/** The 16 bytes from `start` on, zero behind the first `length`, at most 15. */
export function maskedBytes(start: usize, length: usize): v128 {
  return v128.and(v128.load(start), v128.load(MASKS + 16 * length));
}

/** The key of `length` bytes from `start` on. */
export function keyOf(start: usize, length: usize): v128 {
  return i8x16.replace_lane(maskedBytes(start, length), 15, i8(length));
}

/** Bytes that a key holds. */
export function lengthOf(key: v128): usize {
  return usize(i8x16.extract_lane_u(key, 15));
}
