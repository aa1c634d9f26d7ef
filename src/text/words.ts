// Finds the words of a text: runs of letters, digits, marks and `_`.
// In: a text and a range of it. Out: each word's range, in order. Must read every character a bounded number of times.
import { SPACE } from "./char-codes.ts";
import { BREAK, letterClass, UNSPACED } from "./letters.ts";

/** Longer runs are cut here, so that a megabyte without a space is many words and not one. UTF-16 units. */
export const WORD_LENGTH_MAX = 80;

/** Calls `visit` for each word of `text` between `from` and `to`; `unspaced` tells runs of scripts without spaces. */
export function eachWord(
  text: string,
  from: number,
  to: number,
  visit: (start: number, end: number, unspaced: boolean) => void,
): void {
  let start = from;
  while (start < to) {
    const first = letterClass(text, start);
    if (first === BREAK) {
      start += 1;
      continue;
    }
    const unspaced = first === UNSPACED;
    const limit = Math.min(to, start + WORD_LENGTH_MAX);
    let end = start + 1;
    while (end < limit) {
      const next = letterClass(text, end);
      if (next === BREAK || (next === UNSPACED) !== unspaced) break;
      end += 1;
    }
    visit(start, end, unspaced);
    start = end;
  }
}

/** Whether the units before and behind `index` belong to one word, as far as its length lets them. */
export function isWordAcross(text: string, index: number): boolean {
  // As nearly everywhere that it is asked about; other white space of ASCII lies below the blank.
  if (text.charCodeAt(index - 1) <= SPACE) return false;
  const before = letterClass(text, index - 1);
  if (before === BREAK) return false;
  const behind = letterClass(text, index);
  return behind !== BREAK && (before === UNSPACED) === (behind === UNSPACED);
}
