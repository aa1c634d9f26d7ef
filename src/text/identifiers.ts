// Splits an identifier into the words it is made of: `getUserName`, `get_user_name`, `HTTPServer2`.
// In: one word as it stands in the text. Out: its parts in order, or none when it is a plain word.
import { DIGIT, JOINER, LOWER, letterClass, UPPER } from "./letters.ts";

/** Letters beside digits are split off only from here on: `issue109` is two words, `D1EW9B` is one id. Letters. */
const SPLIT_LETTERS_MIN = 3;

/** The parts of `word`, two or more, in its own spelling; empty when it has no inner boundary. */
export function identifierParts(word: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index <= word.length; index += 1) {
    const cut = index === word.length ? index : boundary(word, start, index);
    if (cut < 0) continue;
    if (cut > start) parts.push(word.slice(start, cut));
    start = index < word.length && letterClass(word, index) === JOINER ? index + 1 : cut;
  }
  return parts.length === 1 && parts[0] === word ? [] : parts;
}

/** Where the part that began at `start` ends, judged at `index`; -1 when it goes on. */
function boundary(word: string, start: number, index: number): number {
  const here = letterClass(word, index);
  if (here === JOINER) return index;
  if (index <= start) return -1;
  const before = letterClass(word, index - 1);
  if (before === LOWER && here === UPPER) return index;
  // The last capital of a run begins the next word: `HTTPServer` is `HTTP` and `Server`.
  if (before === UPPER && here === LOWER && index - 1 > start) return index - 1;
  if (here === DIGIT && before !== DIGIT && areLetters(word, index - SPLIT_LETTERS_MIN)) return index;
  if (before === DIGIT && here !== DIGIT && areLetters(word, index)) return index;
  return -1;
}

/** Are there as many letters from `from` on as may be split off? */
function areLetters(word: string, from: number): boolean {
  if (from < 0 || from + SPLIT_LETTERS_MIN > word.length) return false;
  for (let at = from; at < from + SPLIT_LETTERS_MIN; at += 1) {
    const found = letterClass(word, at);
    if (found !== LOWER && found !== UPPER) return false;
  }
  return true;
}
