// The words of a request as terms: what src/text/lexicon.ts hands texts to, as UTF-16 units in the memory.
import { extend, item, itemsOf, reserve, sizeOf, truncate } from "./words/list";
import {
  CROWDED,
  clear,
  ENDS,
  ENDS_PLACES,
  FORM_UNITS,
  FOUND,
  LONG_WINDOW,
  LONG_WINDOW_BYTES,
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
import { keyOfWord, makeTable } from "./words/word-table";

export {
  CROWDED,
  ENDS,
  ENDS_PLACES,
  FORM_UNITS,
  LONG_WINDOW,
  LONG_WINDOW_BYTES,
  SHORT_WINDOW,
  SHORT_WINDOW_BYTES,
  SPELLING,
  STATE,
};

/** Forgets everything and makes room for about so many words, and terms that are read. */
export function begin(words: u32, terms: i32): void {
  clear();
  makeTable(words);
  reserve(FOUND, terms);
}

/** The first byte behind the state. */
export function end(): usize {
  return top();
}

export function read(from: usize, stop: usize, to: usize): usize {
  return readWords(from, stop, to);
}

/**
 * Reads `count` stretches, the first from `start`, each other from where the one before it ends. Where they end stands
 * at ENDS, and is replaced by how many terms were read by then. Behind each, those from `from` to `to` are repeated.
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

/** Appends the terms of one word, or of a run of letters without spaces. */
export function readWord(from: usize, to: usize, unspaced: bool): void {
  if (unspaced) addRun(from, to);
  else addWord(keyOf(from, i32(to - from) >> 1));
}

/** How many terms were read since the last `forget`, and where they lie. */
export function found(): i32 {
  return sizeOf(FOUND);
}
export function foundAt(): usize {
  return itemsOf(FOUND);
}

/** Keeps the first `count` of them. */
export function keepFound(count: i32): void {
  truncate(FOUND, count);
}

/** Appends those from `from` to `to` once more. */
export function repeat(from: i32, to: i32): void {
  const count = to - from;
  const at = extend(FOUND, count);
  memory.copy(at, itemsOf(FOUND) + (usize(from) << 2), usize(count) << 2);
}

/** How many terms there are, and where the first two units of each lie. */
export function terms(): i32 {
  return sizeOf(WORD_OF);
}
export function startsAt(): usize {
  return itemsOf(STARTS);
}

/** The low bytes of the last four units of a term's form. */
export function termEnd(term: i32): i32 {
  return endOf(keyOfWord(item(WORD_OF, term)), SPELLING);
}

/** Writes the units of a term's form to `SPELLING`; returns how many they are. */
export function spellTerm(term: i32): i32 {
  return spell(keyOfWord(item(WORD_OF, term)), SPELLING);
}
