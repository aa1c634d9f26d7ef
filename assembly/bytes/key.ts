// Sixteen bytes as the key of a table: cuts, hashes and compares them without a loop.
import { GOLDEN_64, SECOND_64 } from "./hash-multipliers";

const BYTE_NUMBERS: v128 = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

/** The first `length` of `bytes`, 0 to 16 of them, followed by zeros. */
export function firstBytes(bytes: v128, length: i32): v128 {
  return v128.and(bytes, i8x16.gt_s(i8x16.splat(i8(length)), BYTE_NUMBERS));
}

/** A hash of the key. Its high bits depend on the whole key, see hash-multipliers.ts. */
export function hashOfVector(key: v128): u64 {
  const low = u64(i64x2.extract_lane(key, 0));
  const high = u64(i64x2.extract_lane(key, 1));
  return (low ^ (high * GOLDEN_64)) * SECOND_64;
}

/** Whether both keys are equal, byte by byte. */
export function isSameVector(one: v128, other: v128): bool {
  return !v128.any_true(v128.xor(one, other));
}
