// Endings of words and what they become, as tables made once of lists such as "ies>i ing>".
// An ending has at most eight letters and is compared as one number with the last eight bytes of a word, shifted until
// so many are left. Of endings within one another the longer stands first: the first that a word has is the one.

/** A table: a bit for each last letter, how many endings there are, the endings. */
const COUNT: usize = 4;
const FIRST: usize = 8;

/** An ending: its letters up to the highest byte, what it becomes from the lowest byte on, the lengths of both. */
const BECOMES: usize = 8;
const LENGTH: usize = 16;
const BECOMES_LENGTH: usize = 20;
const ENDING_BYTES: usize = 24;

const A = 97;
const SPACE = 32;
const BECOMING = 62;

/** Writes the table of a list to `at` and returns `at`; it takes 24 bytes an ending and 8. */
export function endings(at: usize, list: string): usize {
  let lasts = 0;
  let count = 0;
  for (let index = 0; index < list.length; index++, count++) {
    const ending = at + FIRST + ENDING_BYTES * usize(count);
    let letters: u64 = 0;
    let length = 0;
    for (; list.charCodeAt(index) !== BECOMING; index++, length++) {
      letters = (letters >> 8) | (u64(list.charCodeAt(index)) << 56);
    }
    lasts |= 1 << (list.charCodeAt(index - 1) - A);
    index++;
    let becomes: u64 = 0;
    let becomesLength = 0;
    for (; index < list.length && list.charCodeAt(index) !== SPACE; index++, becomesLength++) {
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

/** The ending of the word of `length` letters at `word` that leaves something in front of it; 0 for none. */
export function endingOf(table: usize, word: usize, length: i32): usize {
  const last = load<u8>(word + length - 1) - A;
  if (((load<i32>(table) >> last) & 1) === 0) return 0;
  // Before the word lie eight bytes that can be read.
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

/** Writes what the ending becomes behind a stem; returns the length of both. Writes up to eight bytes. */
export function replace(ending: usize, word: usize, stem: i32): i32 {
  store<u64>(word + stem, load<u64>(ending, BECOMES));
  return stem + load<i32>(ending, BECOMES_LENGTH);
}
