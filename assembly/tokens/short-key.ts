// In: up to fifteen bytes of text. Out: a key of sixteen bytes: the text, zeros, and its length in the last byte.
// Reading, hashing and comparing such a key needs no loop.
import { firstBytes } from "../bytes/key";

/** Bytes of text in a key: enough for 99 % of the pieces of ordinary text and 97 % of all tokens. */
export const KEY_TEXT_MAX: u32 = 15;
/** The byte of a key that holds the length, and how many bits of its upper half are below that byte. */
export const LENGTH_BYTE: u8 = 15;
export const LENGTH_SHIFT: u64 = 56;

/** The key of `length` bytes from `start` on. Sixteen bytes are read. */
export function keyOf(start: usize, length: usize): v128 {
  return i8x16.replace_lane(firstBytes(v128.load(start), i32(length)), LENGTH_BYTE, i8(length));
}
