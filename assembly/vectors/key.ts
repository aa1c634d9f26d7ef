// Vectors of sixteen bytes as keys of tables: how they are hashed and compared, without a loop.

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
