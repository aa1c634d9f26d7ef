// In: 32 bytes of a text. Out: which of them start a two-byte letter, and of which case. These letters are all of Latin
// beyond English, Greek, Cyrillic, Armenian, Hebrew and Arabic. Marks among them are left out, because they are symbols
// too. A letter's last byte has six bits of its own. In the table of its first byte, four of them select a column, a
// byte, and two select a row, one bit for either case. So one shuffle of sixteen bytes looks up all letters with the
// same first byte (as simdjson classifies bytes, see narrow-starts.ts). Russian takes .87 to .9 of the time of cutting
// words one letter at a time.
import { isAmong } from "../../bytes/ascii";
import { everywhere } from "../../bytes/everywhere";
import { TWO_BYTE_LETTERS } from "../layout";
import { charClass, LOWER, SYMBOL, UPPER } from "./char-classes";

/** The form of a first byte of two: `110` and five bits. */
const LEAD: u8 = 0xc0;
const LEADS: u8 = 32;
/** The first character of two bytes, and the first of three. */
const TWO_BYTES_MIN: u32 = 0x80;
const TWO_BYTES_END: u32 = 0x8_00;
/** Rows of a table. */
const ROWS: u32 = 4;

/** The tables are filled at their first use, because asking the host for classes takes 10 ms. */
let areTablesFilled: bool = false;

/**
 * A bit for each of 32 bytes that starts such a letter: the low half for letters allowed in the upper part of a word,
 * the high half for those allowed in its lower part.
 */
export function twoByteLetters(at: usize): u64 {
  if (!areTablesFilled) fillTables();
  const left = inSixteen(at);
  const right = inSixteen(at + 16);
  const upper = (left & 0xffff) | (right << 16);
  const lower = (left >> 16) | (right & 0xffff_0000);
  return u64(upper) | (u64(lower) << 32);
}

/** The same for sixteen bytes. */
function inSixteen(at: usize): u32 {
  const bytes = v128.load(at);
  const next = v128.load(at, 1);
  const column = v128.and(next, i8x16.splat(0x0f));
  const row = v128.and(i16x8.shr_u(next, 4), i8x16.splat(i8(ROWS - 1)));
  const upperBit = i8x16.swizzle(i8x16(1, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), row);
  const lowerBit = i16x8.shl(upperBit, ROWS);
  let kinds = i8x16.splat(0);
  // The letters of a script have one first byte or two.
  for (let leads = i8x16.bitmask(isAmong(bytes, LEAD, LEADS)); leads !== 0; ) {
    const lead = load<u8>(at + ctz(leads));
    const same = i8x16.eq(bytes, everywhere(lead));
    kinds = v128.or(kinds, v128.and(same, i8x16.swizzle(v128.load(tableOf(lead)), column)));
    leads &= ~i8x16.bitmask(same);
  }
  const upper = i8x16.eq(v128.and(kinds, upperBit), upperBit);
  const lower = i8x16.eq(v128.and(kinds, lowerBit), lowerBit);
  return u32(i8x16.bitmask(upper)) | (u32(i8x16.bitmask(lower)) << 16);
}

/** The table of a first byte. */
function tableOf(lead: u8): usize {
  return TWO_BYTE_LETTERS + 16 * usize(lead - LEAD);
}

function fillTables(): void {
  areTablesFilled = true;
  for (let point = TWO_BYTES_MIN; point < TWO_BYTES_END; point++) {
    const kind = charClass(point);
    if ((kind & SYMBOL) !== 0) continue;
    const column = tableOf(LEAD + u8(point >> 6)) + (point & 0x0f);
    const row = (point >> 4) & (ROWS - 1);
    const bits = u32((kind & UPPER) !== 0) | (u32((kind & LOWER) !== 0) << ROWS);
    store<u8>(column, load<u8>(column) | u8(bits << row));
  }
}
