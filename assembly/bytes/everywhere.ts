// Vectors of sixteen equal bytes. V8 builds a constant vector again at each use, in three instructions (as of Node.js
// 24). Loading one takes a single instruction.

/** The address of the table, in either module. It has each byte four times. */
const FOURFOLD: usize = 512;
const BYTES: u32 = 256;
/** The first address after the table. */
export const FOURFOLD_END: usize = FOURFOLD + 4 * BYTES;

/** Fills the table. Call it before anything else in this folder. */
export function fillByteVectors(): void {
  for (let byte: u32 = 0; byte < BYTES; byte++) store<u32>(FOURFOLD + 4 * byte, byte * 0x1010101);
}

/** A vector with the byte in all sixteen places. */
export function everywhere(byte: u8): v128 {
  return v128.load_splat<u32>(FOURFOLD + 4 * usize(byte));
}
