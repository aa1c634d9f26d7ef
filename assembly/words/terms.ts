// Terms: small integers that stand for a form, numbered in the order in which the forms are first met.
import { push, sizeOf } from "./list";
import { STARTS, WORD_OF } from "./memory";
import { startOf } from "./word-key";
import { keyOfWord, NO_TERM, setTerm, termOf } from "./word-table";

/** The term whose form that word is. */
export function termFor(word: i32): i32 {
  const known = termOf(word);
  if (known !== NO_TERM) return known;
  const term = sizeOf(WORD_OF);
  setTerm(word, term);
  push(WORD_OF, word);
  push(STARTS, startOf(keyOfWord(word)));
  return term;
}
