// The words of a vocabulary by number: the key of each, the term whose form it is, and its meaning (see meaning.ts).
// They are in chunks, which never move: a list of two million words would be copied while it grows, and would leave as
// much memory unused.
import { item, push } from "./list";
import { allocateSmall, CHUNKS } from "./memory";
import { isLong, lengthOf, movedTo, unitsAt } from "./word-key";

/** A word: its key, the term whose form it is, its meaning. */
const TERM: usize = 16;
const MEANING: usize = 20;
const WORD_BYTES: usize = 24;

const CHUNK_WORDS: i32 = 1 << 9;

/** The term of a word that is not a form. */
export const NO_TERM = -1;
/** The meaning of a word that has not been added yet. */
export const NO_MEANING = -1;

/** Adds the word with the next number. The units of its key need not stay in place. */
export function putWord(word: i32, key: v128): void {
  if ((word & (CHUNK_WORDS - 1)) === 0) push(CHUNKS, i32(allocateSmall(WORD_BYTES * usize(CHUNK_WORDS))));
  const at = wordAt(word);
  v128.store(at, isLong(key) ? kept(key) : key);
  store<i32>(at, NO_TERM, TERM);
  store<i32>(at, NO_MEANING, MEANING);
}

/** A long key whose units are copied to their permanent place. */
function kept(key: v128): v128 {
  const bytes = usize(lengthOf(key)) << 1;
  const at = allocateSmall(bytes);
  memory.copy(at, unitsAt(key), bytes);
  return movedTo(key, at);
}

function wordAt(word: i32): usize {
  return usize(item(CHUNKS, u32(word) / CHUNK_WORDS)) + WORD_BYTES * usize(word & (CHUNK_WORDS - 1));
}

export function keyOfWord(word: i32): v128 {
  return v128.load(wordAt(word));
}
export function termOf(word: i32): i32 {
  return load<i32>(wordAt(word), TERM);
}
export function setTerm(word: i32, term: i32): void {
  store<i32>(wordAt(word), term, TERM);
}
export function meaningOf(word: i32): i32 {
  return load<i32>(wordAt(word), MEANING);
}
export function setMeaning(word: i32, meaning: i32): void {
  store<i32>(wordAt(word), meaning, MEANING);
}
