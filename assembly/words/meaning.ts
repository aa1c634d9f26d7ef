// In: a new word. Out: its meaning: the term of its form, and of the forms of its parts if it is an identifier. Runs
// once for each different word.
import { isSameVector } from "../bytes/key";
import { formOfRange, isPlain, narrowForm } from "./form";
import { item, push, setItem, sizeOf, truncate } from "./list";
import { SEVERAL, SPELLING } from "./memory";
import { findParts, partFrom, partTo } from "./parts";
import { termFor } from "./terms";
import { isNarrow, spell } from "./word-key";
import { keyOfWord } from "./word-list";
import { numberOf } from "./word-table";

/**
 * A meaning of 0 or more is the word's only term. From this value downwards it says where the terms are in `SEVERAL`.
 */
const FIRST_OF_SEVERAL = -2;

const KELVIN_SIGN: u16 = 0x212a;
const CAPITAL_K: u16 = 75;

/** The index in `SEVERAL` for a meaning: the number of terms is there, followed by the terms. */
export function severalAt(meaning: i32): i32 {
  return FIRST_OF_SEVERAL - meaning;
}

/** The meaning of the word with that number. */
export function newMeaning(word: i32): i32 {
  const key = keyOfWord(word);
  if (isPlain(key)) {
    const form = narrowForm(key);
    return termFor(isSameVector(form, key) ? word : numberOf(form));
  }
  const length = spell(key, SPELLING);
  if (!isNarrow(key)) plainKelvins(length);
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

/**
 * Writes Kelvin signs as K. They are the only characters beyond ASCII whose lower case is ASCII, which would confuse
 * forms.
 */
function plainKelvins(length: i32): void {
  for (let index = 0; index < length; index++) {
    const at = SPELLING + 2 * usize(index);
    if (load<u16>(at) === KELVIN_SIGN) store<u16>(at, CAPITAL_K);
  }
}

function termOfRange(from: i32, to: i32): i32 {
  return termFor(numberOf(formOfRange(from, to)));
}
