// Finds the words of a text: runs of letters, digits, marks and `_`. In: a text and a range of it. Out: the range of
// each word, in order, and the class of a character. Linear, and independent of any locale.
import { SPACE, UNDERSCORE } from "./characters.ts";

/** Punctuation, white space, symbols: characters between words. */
export const BREAK = 1;
/** A letter in lower case or without case. */
export const LOWER = 2;
/** A letter in upper case. */
export const UPPER = 3;
export const DIGIT = 4;
/** `_`, which joins the parts of an identifier. */
export const JOINER = 5;
/** A letter of a script that puts no spaces between words (Han, Kana, Hangul, Thai, Lao, Khmer, Myanmar). */
export const UNSPACED = 6;

const UNSPACED_SCRIPT = new RegExp(
  ["Han", "Hiragana", "Katakana", "Hangul", "Thai", "Lao", "Khmer", "Myanmar"]
    .map((script) => `\\p{Script=${script}}`)
    .join("|"),
  "u",
);
const UPPER_LETTER = /^\p{Lu}/u;
const LETTER_OR_MARK = /^[\p{L}\p{M}]/u;
const NUMBER = /^\p{N}/u;

// A cache that fills as characters occur. The WebAssembly module asks for each surrogate pair again: without the cache,
// mathematical letters took four times as long to read.
const known = new Uint8Array(0x11_0000);

/** The class of a character; `BREAK` for half a surrogate pair. */
export function classOfCodePoint(codePoint: number): number {
  const seen = known[codePoint] ?? 0;
  return seen === 0 ? classify(codePoint) : seen;
}

function classify(codePoint: number): number {
  const found = workedOut(codePoint);
  known[codePoint] = found;
  return found;
}

function workedOut(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (codePoint === UNDERSCORE) return JOINER;
  if (NUMBER.test(character)) return DIGIT;
  if (!LETTER_OR_MARK.test(character)) return BREAK;
  if (UNSPACED_SCRIPT.test(character)) return UNSPACED;
  return UPPER_LETTER.test(character) ? UPPER : LOWER;
}

/** The class of the code unit at `index`; both halves of a surrogate pair get the class of the pair. */
export function letterClass(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdfff) return classOfCodePoint(unit);
  const codePoint = text.codePointAt(unit >= 0xdc00 && index > 0 ? index - 1 : index);
  return codePoint !== undefined && codePoint > 0xffff ? classOfCodePoint(codePoint) : BREAK;
}

/** Longer runs are cut, so a megabyte without a space is many words. UTF-16 units. */
export const WORD_LENGTH_MAX = 80;

/** Calls `visit` for each word of `text` between `from` and `to`; `unspaced` is true in scripts without spaces. */
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

/** Whether the units before and after `index` belong to one word, apart from its maximum length. */
export function isWordAcross(text: string, index: number): boolean {
  // Usually a space. All other white space of ASCII has lower codes.
  if (text.charCodeAt(index - 1) <= SPACE) return false;
  const before = letterClass(text, index - 1);
  if (before === BREAK) return false;
  const behind = letterClass(text, index);
  return behind !== BREAK && (before === UNSPACED) === (behind === UNSPACED);
}
