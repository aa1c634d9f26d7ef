// In: the units of one word, in `SPELLING`. Out: the parts of an identifier such as `getUserName`, `get_user_name` or
// `HTTPServer2`, in order, as ranges in `PARTS`; none for a word that is not an identifier.
import { classAt, DIGIT, JOINER, LOWER, UPPER } from "./letter-class";
import { PARTS, SPELLING } from "./memory";

/** Fewer letters next to digits are not split off: `issue109` is two words, `D1EW9B` is one id. Letters. */
const SPLIT_LETTERS_MIN = 3;

/** The units of part number `index`. */
export function partFrom(index: i32): i32 {
  return load<i32>(PARTS + (usize(index) << 3));
}
export function partTo(index: i32): i32 {
  return load<i32>(PARTS + (usize(index) << 3), 4);
}

/** Finds the parts of the word of `length` units. Returns how many there are, at most one a unit. */
export function findParts(length: i32): i32 {
  let parts = 0;
  let start = 0;
  for (let index = 0; index <= length; index++) {
    const cut = index === length ? index : boundary(length, start, index);
    if (cut < 0) continue;
    if (cut > start && cut - start < length) {
      store<i32>(PARTS + (usize(parts) << 3), start);
      store<i32>(PARTS + (usize(parts) << 3), cut, 4);
      parts++;
    }
    start = index < length && classOfUnit(index) === JOINER ? index + 1 : cut;
  }
  return parts;
}

function classOfUnit(index: i32): u32 {
  return classAt(SPELLING + 2 * usize(index));
}

/** Where the part that began at `start` ends, judged by the units around `index`; -1 if it continues. */
function boundary(length: i32, start: i32, index: i32): i32 {
  const here = classOfUnit(index);
  if (here === JOINER) return index;
  if (index <= start) return -1;
  const before = classOfUnit(index - 1);
  if (before === LOWER && here === UPPER) return index;
  // The last capital of a run begins the next word: `HTTPServer` is `HTTP` and `Server`.
  if (before === UPPER && here === LOWER && index - 1 > start) return index - 1;
  if (here === DIGIT && before !== DIGIT && areLetters(length, index - SPLIT_LETTERS_MIN)) return index;
  if (before === DIGIT && here !== DIGIT && areLetters(length, index)) return index;
  return -1;
}

/** Whether at least as many letters as may be split off follow from `from` on. */
function areLetters(length: i32, from: i32): bool {
  if (from < 0 || from + SPLIT_LETTERS_MIN > length) return false;
  for (let index = from; index < from + SPLIT_LETTERS_MIN; index++) {
    const found = classOfUnit(index);
    if (found !== LOWER && found !== UPPER) return false;
  }
  return true;
}
