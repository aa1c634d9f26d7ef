// In: a word or a part of one. Out: its form, which is the same for all words that a search does not distinguish. It is
// in lower case. A word of ASCII letters gets its stem. JavaScript makes the form of a word with letters beyond ASCII,
// because it knows their lower case.
import { capitals, digits, smallLetters, TO_LOWER } from "../bytes/ascii";
import { everywhere } from "../bytes/everywhere";
import { firstBytes } from "../bytes/key";
import { FORM, FORM_UNITS, SPELLING } from "./memory";
import { otherForm } from "./outside";
import { porterStem, STEMMED_LENGTH_MIN } from "./porter-stem";
import { isNarrow, keyOf, NARROW_MAX, narrowed, narrowLength } from "./word-key";

/**
 * Whether a word is an ordinary one without parts: digits alone, or letters of which only the first may be a capital.
 */
export function isPlain(key: v128): bool {
  if (!isNarrow(key)) return false;
  const all = allOf(narrowLength(key));
  const capital = i8x16.bitmask(capitals(key)) & 1;
  return (capital | i8x16.bitmask(smallLetters(key))) === all || i8x16.bitmask(digits(key)) === all;
}

/** The lowest `length` bits set. */
function allOf(length: i32): i32 {
  return (1 << length) - 1;
}

function lowered(bytes: v128): v128 {
  return v128.or(bytes, v128.and(capitals(bytes), everywhere(TO_LOWER)));
}

/** The form of a word with a narrow key, which also has one. */
export function narrowForm(key: v128): v128 {
  const length = narrowLength(key);
  const lower = lowered(key);
  if (length < STEMMED_LENGTH_MIN || i8x16.bitmask(smallLetters(lower)) !== allOf(length)) return lower;
  v128.store(FORM, lower);
  const left = porterStem(FORM, length);
  return firstBytes(v128.load(FORM), left);
}

/** The form of the units from `from` to `to` of `SPELLING`, which stays unchanged. */
export function formOfRange(from: i32, to: i32): v128 {
  const at = SPELLING + 2 * usize(from);
  const length = to - from;
  if (!isAscii(at, length)) return keyOf(FORM_UNITS, otherForm(from, length));
  return length > NARROW_MAX ? longForm(at, length) : narrowForm(firstBytes(narrowed(at), length));
}

function isAscii(units: usize, length: i32): bool {
  for (let from = 0; from < length; from += 16) {
    if (i8x16.bitmask(firstBytes(narrowed(units + 2 * usize(from)), min(length - from, 16))) !== 0) return false;
  }
  return true;
}

function longForm(units: usize, length: i32): v128 {
  let areLetters = true;
  for (let from = 0; from < length; from += 16) {
    const count = min(length - from, 16);
    const lower = lowered(firstBytes(narrowed(units + 2 * usize(from)), count));
    if (i8x16.bitmask(smallLetters(lower)) !== allOf(count)) areLetters = false;
    v128.store(FORM + from, lower);
  }
  const left = areLetters ? porterStem(FORM, length) : length;
  for (let index = 0; index < left; index++) store<u16>(FORM_UNITS + 2 * usize(index), load<u8>(FORM + index));
  return keyOf(FORM_UNITS, left);
}
