// In: a list of endings and their replacements, such as "ational>ate al>". Out: a table that finds a word's ending. An
// ending has at most eight letters, and is compared as one number with the last eight bytes of a word. If one ending
// ends with another, the longer must come first, because the first matching ending of the list is taken.
import { BLANK, GREATER_THAN, LOWER_A } from "../bytes/ascii";

/** A table: a bit for each letter that is the last of some ending, the number of endings, the endings. */
const COUNT: usize = 4;
const FIRST: usize = 8;

/** An ending: its letters, the last in the highest byte; its replacement, the first in the lowest; both lengths. */
const BECOMES: usize = 8;
const LENGTH: usize = 16;
const BECOMES_LENGTH: usize = 20;
const ENDING_BYTES: usize = 24;

/** Writes the table of a list to `at` and returns `at`. A table takes 24 bytes an ending, and 8 more. */
export function endings(at: usize, list: string): usize {
  let lasts = 0;
  let count = 0;
  for (let index = 0; index < list.length; index++, count++) {
    const ending = at + FIRST + ENDING_BYTES * usize(count);
    let letters: u64 = 0;
    let length = 0;
    for (; list.charCodeAt(index) !== GREATER_THAN; index++, length++) {
      letters = (letters >> 8) | (u64(list.charCodeAt(index)) << 56);
    }
    lasts |= 1 << (list.charCodeAt(index - 1) - LOWER_A);
    index++;
    let becomes: u64 = 0;
    let becomesLength = 0;
    for (; index < list.length && list.charCodeAt(index) !== BLANK; index++, becomesLength++) {
      becomes |= u64(list.charCodeAt(index)) << (8 * becomesLength);
    }
    store<u64>(ending, letters);
    store<u64>(ending, becomes, BECOMES);
    store<i32>(ending, length, LENGTH);
    store<i32>(ending, becomesLength, BECOMES_LENGTH);
  }
  store<i32>(at, lasts);
  store<i32>(at, count, COUNT);
  return at;
}

/** The first ending of the table that the word of `length` letters at `word` has, if the word is longer; 0 for none. */
export function endingOf(table: usize, word: usize, length: i32): usize {
  const last = load<u8>(word + length - 1) - LOWER_A;
  if (((load<i32>(table) >> last) & 1) === 0) return 0;
  // The eight bytes before a word can be read.
  const tail = load<u64>(word + length - 8);
  let ending = table + FIRST;
  for (let left = load<i32>(table, COUNT); left > 0; left--, ending += ENDING_BYTES) {
    const size = lengthOf(ending);
    if (size < length && (tail ^ load<u64>(ending)) >> u64(64 - 8 * size) === 0) return ending;
  }
  return 0;
}

export function lengthOf(ending: usize): i32 {
  return load<i32>(ending, LENGTH);
}

/** Writes the ending's replacement after a stem, always eight bytes. Returns the length of both. */
export function replace(ending: usize, word: usize, stem: i32): i32 {
  store<u64>(word + stem, load<u64>(ending, BECOMES));
  return stem + load<i32>(ending, BECOMES_LENGTH);
}
