// In: a word that is a form. Out: its term: the number of the form, from 0 in the order of first arrival.
import { push, sizeOf } from "./list";
import { STARTS, WORD_OF } from "./memory";
import { startOf } from "./word-key";
import { keyOfWord, NO_TERM, setTerm, termOf } from "./word-list";

/** The term whose form is that word; a new one if there is none yet. */
export function termFor(word: i32): i32 {
  const known = termOf(word);
  if (known !== NO_TERM) return known;
  const term = sizeOf(WORD_OF);
  setTerm(word, term);
  push(WORD_OF, word);
  push(STARTS, startOf(keyOfWord(word)));
  return term;
}
