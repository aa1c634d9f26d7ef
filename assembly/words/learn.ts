// What a word stands for: its form, and the forms of its parts when it is an identifier. Asked once for each word.
// In: a word that is new. Out: its meaning: its only term, or where its terms stand. A word of basic Latin is brought
// to its form here, any other by JavaScript, which knows what is a letter's lower case.

import { capitals, smallLetters, TO_LOWER } from "./ascii.ts";
import { classAt, DIGIT, LOWER, UPPER } from "./letter-class.ts";
import { item, push, setItem, sizeOf, truncate } from "./list.ts";
import { FORM, FORM_UNITS, SEVERAL, SPELLING } from "./memory.ts";
import { otherForm } from "./outside.ts";
import { findParts, partFrom, partTo } from "./parts.ts";
import { porterStem, STEMMED_LENGTH_MIN } from "./porter-stem.ts";
import { termFor } from "./terms.ts";
import { firstBytes, keyOf, NARROW_MAX, narrowed, spell } from "./word-key.ts";
import { keyOfWord, numberOf } from "./word-table.ts";

/** From here downwards a meaning says where in `SEVERAL` the word's terms stand. */
const FIRST_OF_SEVERAL = -2;

export function severalAt(meaning: i32): i32 {
  return FIRST_OF_SEVERAL - meaning;
}

export function learn(word: i32): i32 {
  const length = spell(keyOfWord(word), SPELLING);
  const kinds = latinKinds(length);
  // Nearly every word: letters of one case behind the first, or digits alone, which have no parts.
  if (kinds === LOWERS || kinds === DIGITS) return termOfRange(0, length);
  if (kinds === BEYOND_LATIN) plainKelvins(length);
  const first = sizeOf(SEVERAL);
  push(SEVERAL, 0);
  push(SEVERAL, termOfRange(0, length));
  const parts = findParts(length);
  for (let part = 0; part < parts; part++) push(SEVERAL, termOfRange(partFrom(part), partTo(part)));
  const count = sizeOf(SEVERAL) - first - 1;
  setItem(SEVERAL, first, count);
  if (count > 1) return FIRST_OF_SEVERAL - first;
  truncate(SEVERAL, first);
  return item(SEVERAL, first + 1);
}

const LOWERS: i32 = 1 << LOWER;
const DIGITS: i32 = 1 << DIGIT;
const BEYOND_LATIN: i32 = -1;

const KELVIN_SIGN: u16 = 0x212a;
const CAPITAL_K: u16 = 75;

/** The classes of the units of a word: a bit for each but a first capital's. */
function latinKinds(length: i32): i32 {
  let kinds = 0;
  for (let index = 0; index < length; index++) {
    const at = SPELLING + 2 * usize(index);
    if (load<u16>(at) > 0x7f) return BEYOND_LATIN;
    const found = classAt(at);
    if (index > 0 || found !== UPPER) kinds |= 1 << found;
  }
  return kinds;
}

/** The Kelvin sign alone is beyond basic Latin and its lower case within: it is written as what it looks like. */
function plainKelvins(length: i32): void {
  for (let index = 0; index < length; index++) {
    const at = SPELLING + 2 * usize(index);
    if (load<u16>(at) === KELVIN_SIGN) store<u16>(at, CAPITAL_K);
  }
}

/** The term of the units from `from` to `to` of `SPELLING`, which stays as it is. */
function termOfRange(from: i32, to: i32): i32 {
  const at = SPELLING + 2 * usize(from);
  const length = to - from;
  return termFor(numberOf(isLatin(at, length) ? latinForm(at, length) : keyOf(FORM_UNITS, otherForm(from, length))));
}

function isLatin(units: usize, length: i32): bool {
  for (let from = 0; from < length; from += 16) {
    if (i8x16.bitmask(firstBytes(narrowed(units + 2 * usize(from)), min(length - from, 16))) !== 0) return false;
  }
  return true;
}

/** The key of the form of units of basic Latin: in lower case; of letters alone, their stem. */
function latinForm(units: usize, length: i32): v128 {
  let areLetters = true;
  for (let from = 0; from < length; from += 16) {
    const here = firstBytes(narrowed(units + 2 * usize(from)), min(length - from, 16));
    const lower = v128.or(here, v128.and(capitals(here), i8x16.splat(TO_LOWER)));
    const letters = i8x16.bitmask(smallLetters(lower));
    if (letters !== (1 << min(length - from, 16)) - 1) areLetters = false;
    v128.store(FORM + from, lower);
  }
  const left = areLetters && length >= STEMMED_LENGTH_MIN ? porterStem(FORM, length) : length;
  if (left <= NARROW_MAX) return firstBytes(v128.load(FORM), left);
  for (let index = 0; index < left; index++) store<u16>(FORM_UNITS + 2 * usize(index), load<u8>(FORM + index));
  return keyOf(FORM_UNITS, left);
}
