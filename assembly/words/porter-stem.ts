// In: a word as bytes of lower-case ASCII letters. Out: its stem, in the same place, and the stem's length. Source:
// Porter, "An algorithm for suffix stripping", 1980, with the author's later changes. His steps 1 to 5 are the
// functions below. Overwrites the removed letters and up to eight bytes after them. Linear in the length.
import { A, B, D, E, G, I, L, N, O, S, T, U, W, X, Y, Z } from "../bytes/letters";
import { endingOf, endings, lengthOf, replace } from "./endings";
import { STEP_2_ENDINGS, STEP_3_ENDINGS, STEP_4_ENDINGS } from "./memory";

/** Shorter words have no stem. Letters. */
export const STEMMED_LENGTH_MIN = 3;

const STEP_2 = endings(
  STEP_2_ENDINGS,
  "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize " +
    "ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble logi>log",
);
const STEP_3 = endings(STEP_3_ENDINGS, "icate>ic ative> alize>al iciti>ic ical>ic ful> ness>");
const STEP_4 = endings(
  STEP_4_ENDINGS,
  "al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ou> ism> ate> iti> ous> ive> ize>",
);

/** Stems the `length` letters at `word` in place, at least three; returns the length of the stem. */
export function porterStem(word: usize, length: i32): i32 {
  let n = withoutPlural(word, length);
  n = withoutPast(word, n);
  // Step 1c.
  if (n > 1 && at(word, n - 1) === Y && hasVowel(word, n - 1)) store<u8>(word + n - 1, I);
  n = replaced(word, n, STEP_2);
  n = replaced(word, n, STEP_3);
  n = withoutSuffix(word, n);
  return withoutFinal(word, n);
}

/** A letter of the word. Up to eight bytes before its first can be read. */
function at(word: usize, index: i32): u8 {
  return load<u8>(word + index);
}

/** Step 1a. */
function withoutPlural(word: usize, n: i32): i32 {
  if (at(word, n - 1) !== S) return n;
  const before = at(word, n - 2);
  if (before === E && n > 3) {
    const third = at(word, n - 3);
    if (third === I || (third === S && n > 4 && at(word, n - 4) === S)) return n - 2;
  }
  return before === S ? n : n - 1;
}

/** Step 1b: removes `ed` and `ing`, and repairs the rest: `hoping` to `hope`, `hopping` to `hop`. */
function withoutPast(word: usize, n: i32): i32 {
  const last = at(word, n - 1);
  const before = at(word, n - 2);
  let m = n;
  if (last === D && before === E) {
    if (n > 3 && at(word, n - 3) === E) return measure(word, n - 3) > 0 ? n - 1 : n;
    m = n - 2;
  } else if (last === G && before === N && n > 3 && at(word, n - 3) === I) m = n - 3;
  if (m === n || m < 1 || !hasVowel(word, m)) return n;
  const end = at(word, m - 1);
  const second = m > 1 ? at(word, m - 2) : 0;
  const isCut = (second === A && end === T) || (second === B && end === L) || (second === I && end === Z);
  if (!isCut) {
    if (end === second && !isVowelLetter(end) && end !== Y && end !== L && end !== S && end !== Z) return m - 1;
    if (!isShort(word, m)) return m;
  }
  store<u8>(word + m, E);
  return m + 1;
}

/** Steps 2 and 3: replaces an ending of a table. */
function replaced(word: usize, n: i32, table: usize): i32 {
  const ending = endingOf(table, word, n);
  if (ending === 0) return n;
  const stem = n - lengthOf(ending);
  return measure(word, stem) === 0 ? n : replace(ending, word, stem);
}

/** Step 4. */
function withoutSuffix(word: usize, n: i32): i32 {
  const ending = endingOf(STEP_4, word, n);
  let stem = n;
  if (ending !== 0) stem = n - lengthOf(ending);
  else if (n > 4 && at(word, n - 1) === N && at(word, n - 2) === O && at(word, n - 3) === I) {
    const before = at(word, n - 4);
    if (before === S || before === T) stem = n - 3;
  }
  return stem < n && measure(word, stem) > 1 ? stem : n;
}

/** Step 5: a final `e`, and one of two final `l`. */
function withoutFinal(word: usize, n: i32): i32 {
  let m = n;
  if (n > 1 && at(word, n - 1) === E) {
    const size = measure(word, n - 1);
    if (size > 1 || (size === 1 && !isShort(word, n - 1))) m = n - 1;
  }
  const isDouble = m > 1 && at(word, m - 1) === L && at(word, m - 2) === L;
  return isDouble && measure(word, m) > 1 ? m - 1 : m;
}

function isVowelLetter(letter: u8): bool {
  return letter === A || letter === E || letter === I || letter === O || letter === U;
}

/** Porter's m: how many times a consonant follows a vowel. `y` is a vowel after a consonant. */
function measure(word: usize, n: i32): i32 {
  let found = 0;
  let wasVowel = false;
  for (let index = 0; index < n; index++) {
    const letter = at(word, index);
    if (isVowelLetter(letter) || (letter === Y && index > 0 && !wasVowel)) wasVowel = true;
    else {
      if (wasVowel) found++;
      wasVowel = false;
    }
  }
  return found;
}

function hasVowel(word: usize, n: i32): bool {
  for (let index = 0; index < n; index++) {
    const letter = at(word, index);
    if (isVowelLetter(letter) || (letter === Y && index > 0)) return true;
  }
  return false;
}

/**
 * Porter's *o with m = 1: consonants, one vowel, one consonant other than w, x and y. Such a stem, like that of
 * `hoping`, gets an `e` back.
 */
function isShort(word: usize, n: i32): bool {
  if (n < 3) return false;
  const last = at(word, n - 1);
  const vowel = at(word, n - 2);
  if (isVowelLetter(last) || last === W || last === X || last === Y) return false;
  if (!isVowelLetter(vowel) && vowel !== Y) return false;
  if (isVowelLetter(at(word, 0))) return false;
  for (let index = 1; index < n - 2; index++) {
    const letter = at(word, index);
    if (isVowelLetter(letter) || letter === Y) return false;
  }
  return true;
}
