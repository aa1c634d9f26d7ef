// Splits an identifier into the words it is made of: `getUserName`, `get_user_name`, `HTTPServer2`.
// In: the letter classes of one word. Out: its parts in order, as ranges, or none when it is a plain word.
import { type IntList, push } from "./int-list.ts";
import { DIGIT, JOINER, LOWER, UPPER } from "./letters.ts";

/** Letters beside digits are split off only from here on: `issue109` is two words, `D1EW9B` is one id. Letters. */
const SPLIT_LETTERS_MIN = 3;

/**
 * Puts where each part of a word begins and ends into `into`, by the letter classes of the word; nothing when it has no
 * inner boundary.
 */
export function partsOf(classes: Uint8Array, length: number, into: IntList): void {
  into.size = 0;
  let start = 0;
  for (let index = 0; index <= length; index += 1) {
    const cut = index === length ? index : boundary(classes, length, start, index);
    if (cut < 0) continue;
    if (cut > start && cut - start < length) {
      push(into, start);
      push(into, cut);
    }
    start = index < length && classes[index] === JOINER ? index + 1 : cut;
  }
}

/** Where the part that began at `start` ends, judged at `index`; -1 when it goes on. */
function boundary(classes: Uint8Array, length: number, start: number, index: number): number {
  const here = classes[index];
  if (here === JOINER) return index;
  if (index <= start) return -1;
  const before = classes[index - 1];
  if (before === LOWER && here === UPPER) return index;
  // The last capital of a run begins the next word: `HTTPServer` is `HTTP` and `Server`.
  if (before === UPPER && here === LOWER && index - 1 > start) return index - 1;
  if (here === DIGIT && before !== DIGIT && areLetters(classes, length, index - SPLIT_LETTERS_MIN)) return index;
  if (before === DIGIT && here !== DIGIT && areLetters(classes, length, index)) return index;
  return -1;
}

/** Are there as many letters from `from` on as may be split off? */
function areLetters(classes: Uint8Array, length: number, from: number): boolean {
  if (from < 0 || from + SPLIT_LETTERS_MIN > length) return false;
  for (let at = from; at < from + SPLIT_LETTERS_MIN; at += 1) {
    if (classes[at] !== LOWER && classes[at] !== UPPER) return false;
  }
  return true;
}
