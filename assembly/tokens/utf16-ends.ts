// In: a batch of pieces with their ends in bytes. Out: the ends in units of UTF-16, as the host knows the text.
import { ENDS, TEXT } from "./layout";
import { batchSize } from "./piece-batch";

/** Units up to the last end that was turned, and where in the text that is. */
let units: u32 = 0;
let turned: usize = TEXT;

export function startUnits(): void {
  units = 0;
  turned = TEXT;
}

/** Turns the ends of the whole batch, which follows the one turned before. */
export function turnEnds(): void {
  let at = turned;
  let offset = units;
  for (let piece: u32 = 0; piece < batchSize; piece++) {
    const end = TEXT + load<u32>(ENDS + 4 * piece);
    for (; at < end; at += 16) offset += unitsOf(at, u32(min(16, end - at)));
    at = end;
    store<u32>(ENDS + 4 * piece, offset);
  }
  turned = at;
  units = offset;
}

/** Units of the first `length` bytes, at most 16: one a character, two for one of four bytes. */
function unitsOf(at: usize, length: u32): u32 {
  const bytes = v128.load(at);
  const within = (1 << length) - 1;
  // As signed numbers, the bytes 0x80 to 0xbf that continue a character are the lowest of all.
  const characters = i8x16.bitmask(i8x16.gt_s(bytes, i8x16.splat(-65))) & within;
  const pairs = i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(-16))) & within;
  return popcnt(characters) + popcnt(pairs);
}
