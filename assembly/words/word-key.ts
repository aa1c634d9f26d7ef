// In: the UTF-16 units of a word. Out: a key of sixteen bytes, so that most words are hashed and compared without a
// loop. A narrow key holds up to 15 units of ASCII, one byte each. A wide key holds up to 7 units, two bytes each, if
// at least one is not ASCII. Both end with zeros, which no word contains. A long key, for any other word, holds the
// address of its units, their number, and their hash. The last byte distinguishes the three.
import { SECOND_64 } from "../bytes/hash-multipliers";
import { firstBytes, hashOfVector, isSameVector } from "../bytes/key";

export const NARROW_MAX = 15;
const WIDE_MAX = 7;

/** Marks in the last byte of a key, the highest of its upper half; 0 is a narrow key. */
const WIDE: u64 = 1 << 56;
const LONG: u64 = 2 << 56;
const MARK_BITS: u64 = 56;

/** The key of one or two units as they lie in memory: the first is the lower half. */
export function pairKey(units: u32): v128 {
  return i64x2(u64(units), WIDE);
}

/** Sixteen units as bytes: ASCII as it is, all others as 0x80. */
export function narrowed(at: usize): v128 {
  const other: v128 = i16x8.splat(0x80);
  return i8x16.narrow_i16x8_u(i16x8.min_u(v128.load(at), other), i16x8.min_u(v128.load(at, 16), other));
}

/** The key of the word of `length` units at `at`. Up to 32 bytes after it are read. */
export function keyOf(at: usize, length: i32): v128 {
  if (length <= NARROW_MAX) {
    const key = firstBytes(narrowed(at), length);
    if (i8x16.bitmask(key) === 0) return key;
    if (length <= WIDE_MAX) {
      const units = firstBytes(v128.load(at), 2 * length);
      return v128.or(units, i64x2(0, WIDE));
    }
  }
  return i64x2(u64(at) | (u64(length) << 32), u64(hashOfUnits(at, length)) | LONG);
}

/** Takes four units at a time, without those after the word. */
function hashOfUnits(at: usize, length: i32): u32 {
  let hash: u64 = 0;
  for (let left = length; left > 0; left -= 4, at += 8) {
    const units = load<u64>(at);
    hash = (hash ^ (left < 4 ? units & ((u64(1) << u64(16 * left)) - 1) : units)) * SECOND_64;
  }
  return u32(hash >> 32);
}

function markOf(key: v128): u64 {
  return u64(i64x2.extract_lane(key, 1)) >> MARK_BITS;
}
export function isNarrow(key: v128): bool {
  return markOf(key) === 0;
}
export function isLong(key: v128): bool {
  return markOf(key) === LONG >> MARK_BITS;
}

/** How many letters a narrow key holds. */
export function narrowLength(key: v128): i32 {
  return ctz(i8x16.bitmask(i8x16.eq(key, i8x16.splat(0))));
}

/** A long key whose units were moved to `at`. */
export function movedTo(key: v128, at: usize): v128 {
  return i32x4.replace_lane(key, 0, i32(at));
}

/** Of a long key: the address of its units, and their number. */
export function unitsAt(key: v128): usize {
  return usize(i32x4.extract_lane(key, 0));
}
export function lengthOf(key: v128): i32 {
  return i32x4.extract_lane(key, 1);
}

export function hashOf(key: v128): u32 {
  return isLong(key) ? u32(i64x2.extract_lane(key, 1)) : u32(hashOfVector(key) >> 32);
}

/** Whether both are keys of the same word. Long keys of one word may differ, because its units may be in two places. */
export function areSame(one: v128, other: v128): bool {
  if (isSameVector(one, other)) return true;
  if (!isLong(one) || !isLong(other)) return false;
  const length = lengthOf(one);
  return length === lengthOf(other) && memory.compare(unitsAt(one), unitsAt(other), 2 * usize(length)) === 0;
}

/** Writes the units of a word to `to`, followed by a 0. Returns their number. */
export function spell(key: v128, to: usize): i32 {
  let length: i32;
  if (isLong(key)) {
    length = lengthOf(key);
    memory.copy(to, unitsAt(key), 2 * usize(length));
  } else if (isNarrow(key)) {
    length = narrowLength(key);
    v128.store(to, i16x8.extend_low_i8x16_u(key));
    v128.store(to, i16x8.extend_high_i8x16_u(key), 16);
  } else {
    length = ctz(i16x8.bitmask(i16x8.eq(key, i16x8.splat(0))) | 0x80);
    v128.store(to, key);
  }
  store<u16>(to + 2 * usize(length), 0);
  return length;
}

/** The low bytes of the last four units of a word, the last in the highest; 0 for a shorter word. */
export function endOf(key: v128, spelling: usize): i32 {
  const length = spell(key, spelling);
  if (length < 4) return 0;
  const at = spelling + 2 * usize(length) - 8;
  return load<u8>(at) | (load<u8>(at, 2) << 8) | (load<u8>(at, 4) << 16) | (load<u8>(at, 6) << 24);
}

/** The first two units of a word, the first in the upper half; 0 after its end. */
export function startOf(key: v128): i32 {
  if (isLong(key)) return rotl(load<i32>(unitsAt(key)), 16);
  if (!isNarrow(key)) return rotl(i32x4.extract_lane(key, 0), 16);
  return (i32(i8x16.extract_lane_u(key, 0)) << 16) | i32(i8x16.extract_lane_u(key, 1));
}
