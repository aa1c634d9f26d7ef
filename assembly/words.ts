// The word reader: turns the words of a request into terms. A term is the number of a word's form.
// In: texts as UTF-16 units in memory, written by src/text/vocabulary.ts. Out: their terms, and the form of each term.
// README.md in this folder explains the reading.
import { fillByteVectors } from "./bytes/everywhere";
import { extend, item, itemsOf, reserve, sizeOf, truncate } from "./words/list";
import {
  clear,
  ENDS,
  ENDS_PLACES,
  FORM_UNITS,
  FOUND,
  LONG_WINDOW,
  LONG_WINDOW_BYTES,
  OVERFLOW,
  SHORT_WINDOW,
  SHORT_WINDOW_BYTES,
  SPELLING,
  STARTS,
  STATE,
  top,
  WORD_OF,
} from "./words/memory";
import { addRun, addWord, readWords } from "./words/read";
import { endOf, keyOf, spell } from "./words/word-key";
import { keyOfWord } from "./words/word-list";
import { makeTable } from "./words/word-table";

export {
  ENDS,
  ENDS_PLACES,
  FORM_UNITS,
  LONG_WINDOW,
  LONG_WINDOW_BYTES,
  OVERFLOW,
  SHORT_WINDOW,
  SHORT_WINDOW_BYTES,
  SPELLING,
  STATE,
};

// Tables that vocabularies do not change.
fillByteVectors();

/** Empties the state and makes room for about `words` distinct words and for `terms` read terms. */
export function begin(words: u32, terms: i32): void {
  clear();
  makeTable(words);
  reserve(FOUND, terms);
}

/** Address of the first byte after the state. */
export function end(): usize {
  return top();
}

/** Appends the terms of a text. Takes the arguments of readWords. Returns where it stopped. */
export function read(from: usize, stop: usize, to: usize): usize {
  return readWords(from, stop, to);
}

/**
 * Reads `count` consecutive stretches from `start` on. ENDS holds the end of each stretch; readEach replaces it with
 * the number of terms so far. After each stretch it appends the terms from index `from` to `to` again.
 */
export function readEach(start: usize, count: i32, from: i32, to: i32): void {
  let at = start;
  for (let place = ENDS; place < ENDS + (usize(count) << 2); place += 4) {
    const end = usize(load<i32>(place));
    readWords(at, end, end);
    store<i32>(place, sizeOf(FOUND));
    if (from < to) repeat(from, to);
    at = end;
  }
}

/** Appends the terms of one word, or of a run of letters in a script without spaces. */
export function readWord(from: usize, to: usize, unspaced: bool): void {
  if (unspaced) addRun(from, to);
  else addWord(keyOf(from, i32(to - from) >> 1));
}

/** The number of terms that were read and kept, and the address of the first. */
export function found(): i32 {
  return sizeOf(FOUND);
}
export function foundAt(): usize {
  return itemsOf(FOUND);
}

/** Keeps only the first `count` of these terms. */
export function keepFound(count: i32): void {
  truncate(FOUND, count);
}

/** Appends the terms from index `from` to `to` again. */
export function repeat(from: i32, to: i32): void {
  const count = to - from;
  const at = extend(FOUND, count);
  memory.copy(at, itemsOf(FOUND) + (usize(from) << 2), usize(count) << 2);
}

/** The number of distinct terms, and the address of the first two units of each. */
export function terms(): i32 {
  return sizeOf(WORD_OF);
}
export function startsAt(): usize {
  return itemsOf(STARTS);
}

/** The low bytes of the last four units of a term's form. See endOf. */
export function termEnd(term: i32): i32 {
  return endOf(keyOfWord(item(WORD_OF, term)), SPELLING);
}

/** Writes the units of a term's form to `SPELLING` and returns their number. */
export function spellTerm(term: i32): i32 {
  return spell(keyOfWord(item(WORD_OF, term)), SPELLING);
}
