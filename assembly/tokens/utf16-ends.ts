// In: the batch with its ends in bytes of UTF-8. Out: the ends in UTF-16 units, which the host uses for its strings.
import { ENDS, TEXT } from "./layout";
import { batchSize } from "./piece-batch";

/** As signed bytes: 0xbf, the last that continues a character, and 0xf0, the first that starts one of four bytes. */
const LAST_CONTINUATION: i8 = -65;
const FIRST_OF_FOUR: i8 = -16;

/** UTF-16 units up to the last converted end, and its address. */
let units: u32 = 0;
let converted: usize = TEXT;

export function startUnits(): void {
  units = 0;
  converted = TEXT;
}

/** Converts the ends of the batch, which must follow the last converted one. */
export function convertEnds(): void {
  let at = converted;
  let offset = units;
  for (let piece: u32 = 0; piece < batchSize; piece++) {
    const end = TEXT + load<u32>(ENDS + 4 * piece);
    for (; at < end; at += 16) offset += unitsOf(at, u32(min(16, end - at)));
    at = end;
    store<u32>(ENDS + 4 * piece, offset);
  }
  converted = at;
  units = offset;
}

/** Units of the first `length` bytes, at most 16: one a character, and one more if it takes four bytes. */
function unitsOf(at: usize, length: u32): u32 {
  const bytes = v128.load(at);
  const within = (1 << length) - 1;
  // As signed numbers, the bytes that continue a character, 0x80 to 0xbf, are the lowest: -128 to -65.
  const characters = i8x16.bitmask(i8x16.gt_s(bytes, i8x16.splat(LAST_CONTINUATION))) & within;
  const pairs = i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(FIRST_OF_FOUR))) & within;
  return popcnt(characters) + popcnt(pairs);
}
