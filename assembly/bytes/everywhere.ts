// Sixteen times the same byte. V8 makes a constant vector anew wherever it is used, by three instructions (as of
// Node.js 24); to load one is a single instruction.

/** Where the table lies, in either module: each byte four times. */
const FOURFOLD: usize = 512;
const BYTES: u32 = 256;
/** Where everything else may begin. */
export const FOURFOLD_END: usize = FOURFOLD + 4 * BYTES;

/** Fills the table: to be called before anything else of this folder. */
export function learnBytes(): void {
  for (let byte: u32 = 0; byte < BYTES; byte++) store<u32>(FOURFOLD + 4 * byte, byte * 0x1010101);
}

/** A byte in all sixteen places. */
export function everywhere(byte: u8): v128 {
  return v128.load_splat<u32>(FOURFOLD + 4 * usize(byte));
}
