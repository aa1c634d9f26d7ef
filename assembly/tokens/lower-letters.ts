// Which of sixteen bytes are ASCII lower-case letters, one bit each.

export function lowerLetters(bytes: v128): i32 {
  return i8x16.bitmask(i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x61)), i8x16.splat(26)));
}
