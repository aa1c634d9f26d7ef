// In: four UTF-16 units, none of them a surrogate. Out: their UTF-8, without a branch on the bytes of each. Letters of
// two and three bytes alternate with blanks of one byte, so such branches would be mispredicted at every word. All
// three encodings of each unit are made, in 32 bits. A table says for the four widths which of the 16 bytes count.
import { PACKINGS } from "./layout";

/** A packing: the 15 places from which bytes are taken (12 are needed), followed by the number of bytes. */
const LENGTH_AT: usize = 15;

/** Whether one of the first four units is a surrogate. */
export function havePair(units: v128): bool {
  const halves = i16x8.eq(v128.and(units, i16x8.splat(-0x800)), i16x8.splat(-0x2800));
  return i64x2.extract_lane(halves, 0) !== 0;
}

/** Writes the first four units to `to`, always as sixteen bytes. Returns how many of them count. */
export function putFour(to: usize, units: v128): usize {
  const four = i32x4.extend_low_i16x8_u(units);
  const twoBytes = i32x4.gt_u(four, i32x4.splat(0x7f));
  const threeBytes = i32x4.gt_u(four, i32x4.splat(0x7ff));
  const sextets = i32x4.splat(0x3f);
  const last = v128.and(four, sextets);
  const middle = v128.and(i32x4.shr_u(four, 6), sextets);
  const two = v128.or(i32x4.splat(0x80c0), v128.or(i32x4.shr_u(four, 6), i32x4.shl(last, 8)));
  const inThree = v128.or(i32x4.shl(middle, 8), i32x4.shl(last, 16));
  const three = v128.or(i32x4.splat(0x8080e0), v128.or(i32x4.shr_u(four, 12), inThree));
  const wide = v128.bitselect(three, v128.bitselect(two, four, twoBytes), threeBytes);
  const packing = PACKINGS + 16 * usize(i32x4.bitmask(twoBytes) | (i32x4.bitmask(threeBytes) << 4));
  v128.store(to, i8x16.swizzle(wide, v128.load(packing)));
  return usize(load<u8>(packing, LENGTH_AT));
}

/**
 * Fills the table. Its index has four bits for the units of two or more bytes, and above them four for those of three.
 */
export function fillPackings(): void {
  for (let widths: u32 = 0; widths < 256; widths++) {
    let length: u32 = 0;
    for (let unit: u32 = 0; unit < 4; unit++) {
      const bytes: u32 = 1 + ((widths >> unit) & 1) + ((widths >> (unit + 4)) & 1);
      for (let byte: u32 = 0; byte < bytes; byte++) store<u8>(PACKINGS + 16 * widths + length++, u8(4 * unit + byte));
    }
    store<u8>(PACKINGS + 16 * widths, u8(length), LENGTH_AT);
  }
}
