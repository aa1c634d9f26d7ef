// Vectors of sixteen bytes as keys of tables: how they are cut off, hashed and compared, without a loop.

const BYTES: v128 = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

/** The first `length` bytes, 0 to 16, of `bytes`, and 0 behind them. */
export function firstBytes(bytes: v128, length: i32): v128 {
  return v128.and(bytes, i8x16.gt_s(i8x16.splat(i8(length)), BYTES));
}

/** Multiplications carry upwards, so the high bits of the hash are the good ones. */
export function hashOfVector(key: v128): u64 {
  const low = u64(i64x2.extract_lane(key, 0));
  const high = u64(i64x2.extract_lane(key, 1));
  return (low ^ (high * 0x9e3779b97f4a7c15)) * 0xd6e8feb86659fd93;
}

/** Are they the same, byte by byte? */
export function isSameVector(one: v128, other: v128): bool {
  return !v128.any_true(v128.xor(one, other));
}
