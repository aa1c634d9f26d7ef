// Brings the forms of a word together: Porter for words in ASCII letters, a short prefix for every other alphabet.
// In: one lower-case word. Out: its stem. Must be the same on every machine and for every locale.
import { porterStem } from "./porter-stem.ts";

const ASCII_WORD = /^[a-z]+$/;
const ASCII_OR_NUMBERED = /^[\w]+$|\p{N}/u;

/** Shorter words have no stem. Letters. */
export const STEMMED_LENGTH_MIN = 3;

/** Inflection of most alphabets sits behind the first letters; five keep words apart well enough. UTF-16 units. */
const PREFIX_LENGTH = 5;

/** The stem of `word`; an identifier, an id and a number stay whole. */
export function stem(word: string): string {
  if (ASCII_WORD.test(word)) return word.length < STEMMED_LENGTH_MIN ? word : latinStem(word);
  if (word.length <= PREFIX_LENGTH || ASCII_OR_NUMBERED.test(word)) return word;
  return word.slice(0, PREFIX_LENGTH);
}

function latinStem(word: string): string {
  const units = Uint16Array.from(word, (letter) => letter.charCodeAt(0));
  return String.fromCharCode(...units.subarray(0, porterStem(units, units.length)));
}
