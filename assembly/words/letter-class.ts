// In: the address of a UTF-16 unit, between its neighbours in the text, or 0 at an end. Out: its class, from a table
// that fills as characters occur. The host defines the classes (src/text/words.ts).
import { CLASSES } from "./memory";
import { classOf } from "./outside";

export const BREAK: u32 = 1;
export const LOWER: u32 = 2;
export const UPPER: u32 = 3;
export const DIGIT: u32 = 4;
export const JOINER: u32 = 5;
export const UNSPACED: u32 = 6;

/** The upper bits that mark surrogates, high ones first in a pair and low ones behind them. */
const SURROGATE_PREFIX: u32 = 0xd800 >> 11;
const HIGH_PREFIX: u32 = 0xd800 >> 10;
const LOW_PREFIX: u32 = 0xdc00 >> 10;

export function classAt(at: usize): u32 {
  const unit = u32(load<u16>(at));
  const known = u32(load<u8>(CLASSES + unit));
  return known === 0 ? classify(at, unit) : known;
}

/** Both surrogates of a pair have the class of its character, which is not cached. A lone surrogate is not a letter. */
function classify(at: usize, unit: u32): u32 {
  if (unit >> 11 !== SURROGATE_PREFIX) {
    const found = classOf(unit);
    store<u8>(CLASSES + unit, found);
    return found;
  }
  const first = unit >> 10 === HIGH_PREFIX ? at : at - 2;
  const high = u32(load<u16>(first));
  const low = u32(load<u16>(first, 2));
  if (high >> 10 !== HIGH_PREFIX || low >> 10 !== LOW_PREFIX) return BREAK;
  return classOf(0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff));
}
