// In: the UTF-16 units of a text. Out: the terms of its words, appended to `FOUND`. Reads sixteen units at once. Most
// words end among them, so the end of a word, its key, and the start of the next one take a few instructions each:
// three times as fast as unit by unit.
import { wordBytes } from "../bytes/ascii";
import { firstBytes } from "../bytes/key";
import { BREAK, classAt, UNSPACED } from "./letter-class";
import { extend, item, itemsOf, push } from "./list";
import { newMeaning, severalAt } from "./meaning";
import { FOUND, SEVERAL } from "./memory";
import { termFor } from "./terms";
import { keyOf, narrowed, pairKey } from "./word-key";
import { meaningOf, NO_MEANING, setMeaning } from "./word-list";
import { numberOf } from "./word-table";

/** Longer runs are cut here (src/text/words.ts). UTF-16 units. */
const WORD_LENGTH_MAX: usize = 80;

/** A bit after those of sixteen units, so that a set of them always has a lowest one. */
const BEHIND = 0x10000;

/**
 * Reads the words that begin in [from, stop). They end at `to` at the latest. All are addresses of units, and sixteen
 * more units can be read after `to`. Returns where it stopped, at `stop` or after it.
 */
export function readWords(from: usize, stop: usize, to: usize): usize {
  let at = from;
  while (at < stop) {
    const bytes = narrowed(at);
    const within = (1 << i32(min((to - at) >> 1, 16))) - 1;
    const ofWord = wordBytes(bytes) & within;
    const wide = i8x16.bitmask(bytes) & within;
    const length = ctz(~ofWord);
    const isWideNext = ((wide >> length) & 1) !== 0;
    if (length === 16 || (isWideNext && (length === 0 || continues(at + 2 * usize(length))))) at = readByUnits(at, to);
    else {
      if (length > 0) addWord(firstBytes(bytes, length));
      const starts = ((ofWord | wide) >> length) << length;
      at += 2 * usize(ctz(starts | BEHIND));
    }
  }
  return at;
}

/** Whether the unit at `at` belongs to the previous word. */
function continues(at: usize): bool {
  const found = classAt(at);
  return found !== BREAK && found !== UNSPACED;
}

/** Reads one word, run or other character that begins at `from`, unit by unit. Returns where it ends. */
function readByUnits(from: usize, to: usize): usize {
  const first = classAt(from);
  const limit = min(to, from + 2 * WORD_LENGTH_MAX);
  let at = from + 2;
  if (first === BREAK) return at;
  if (first === UNSPACED) {
    while (at < limit && classAt(at) === UNSPACED) at += 2;
    addRun(from, at);
  } else {
    while (at < limit && continues(at)) at += 2;
    addWord(keyOf(from, i32(at - from) >> 1));
  }
  return at;
}

/** Appends the terms of the word with that key. */
export function addWord(key: v128): void {
  const word = numberOf(key);
  let meaning = meaningOf(word);
  if (meaning === NO_MEANING) {
    meaning = newMeaning(word);
    setMeaning(word, meaning);
  }
  if (meaning >= 0) push(FOUND, meaning);
  else {
    const first = severalAt(meaning);
    const count = item(SEVERAL, first);
    const to = extend(FOUND, count);
    memory.copy(to, itemsOf(SEVERAL) + (usize(first + 1) << 2), usize(count) << 2);
  }
}

/** Appends the terms of a run of letters of a script without spaces: its pairs as they are, or its only letter. */
export function addRun(from: usize, to: usize): void {
  if (to - from === 2) addPair(load<u16>(from));
  for (let at = from; at + 4 <= to; at += 2) addPair(load<u32>(at));
}

function addPair(units: u32): void {
  push(FOUND, termFor(numberOf(pairKey(units))));
}
