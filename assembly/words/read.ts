// Finds the words of a text and appends their terms. Three times as fast as units one by one: sixteen units are looked
// at at once, and most words end among them, so that where it ends, its key and where the next one starts are a few
// instructions each.
import { wordBytes } from "../vectors/ascii";
import { firstBytes } from "../vectors/key";
import { learn, severalAt } from "./learn";
import { BREAK, classAt, UNSPACED } from "./letter-class";
import { extend, item, itemsOf, push } from "./list";
import { FOUND, SEVERAL } from "./memory";
import { termFor } from "./terms";
import { keyOf, narrowed, pairKey } from "./word-key";
import { meaningOf, numberOf, setMeaning, UNLEARNT } from "./word-table";

/** Longer runs are cut here (src/text/words.ts). UTF-16 units. */
const WORD_LENGTH_MAX: usize = 80;

/** Behind the bits of sixteen units, so that there is a lowest one. */
const BEHIND = 0x10000;

/**
 * Reads the words that begin from `from` on and before `stop`, and end by `to` at the latest. Addresses of units, of
 * which sixteen more can be read behind `to`. Returns where it stopped, at `stop` or behind it.
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

function continues(at: usize): bool {
  const found = classAt(at);
  return found !== BREAK && found !== UNSPACED;
}

/** Reads what begins with the unit at `from`, whatever it is; returns where it ends. */
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

/** Appends the terms of a word. */
export function addWord(key: v128): void {
  const word = numberOf(key);
  let meaning = meaningOf(word);
  if (meaning === UNLEARNT) {
    meaning = learn(word);
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

/** Appends the terms of a run of letters without spaces: its pairs, or its only letter. They stand as they are. */
export function addRun(from: usize, to: usize): void {
  if (to - from === 2) addPair(load<u16>(from));
  for (let at = from; at + 4 <= to; at += 2) addPair(load<u32>(at));
}

function addPair(units: u32): void {
  push(FOUND, termFor(numberOf(pairKey(units))));
}
