// What kind of character a UTF-16 unit is, by a table that fills as characters are met: src/text/letters.ts says the
// classes, from what this runtime knows of Unicode.
// In: the address of a unit, whose neighbours are those it has in its text, or 0. Out: its class.

import { CLASSES } from "./memory";
import { classOf } from "./outside";

export const BREAK: u32 = 1;
export const LOWER: u32 = 2;
export const UPPER: u32 = 3;
export const DIGIT: u32 = 4;
export const JOINER: u32 = 5;
export const UNSPACED: u32 = 6;

export function classAt(at: usize): u32 {
  const unit = u32(load<u16>(at));
  const known = u32(load<u8>(CLASSES + unit));
  return known === 0 ? classify(at, unit) : known;
}

/** Both halves of a surrogate pair have the class of the pair; it is not remembered. A half alone is no letter. */
function classify(at: usize, unit: u32): u32 {
  if (unit >> 11 !== 0xd800 >> 11) {
    const found = classOf(unit);
    store<u8>(CLASSES + unit, found);
    return found;
  }
  const first = unit < 0xdc00 ? at : at - 2;
  const high = u32(load<u16>(first));
  const low = u32(load<u16>(first, 2));
  if (high >> 10 !== 0xd800 >> 10 || low >> 10 !== 0xdc00 >> 10) return BREAK;
  return classOf(0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff));
}
