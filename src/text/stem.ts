// Brings the forms of a word together: Porter for words in ASCII letters, a short prefix for every other alphabet.
// In: one lower-case word. Out: its stem. Must be the same on every machine and for every locale.
import { stemmer } from "stemmer";

const ASCII_WORD = /^[a-z]+$/;
const ASCII_OR_NUMBERED = /^[\w]+$|\p{N}/u;

/** Inflection of most alphabets sits behind the first letters; five keep words apart well enough. UTF-16 units. */
const PREFIX_LENGTH = 5;

/** Stems remembered from earlier requests, in the thread: about 3 MB. A stem takes a microsecond, a look-up 0.05. */
const REMEMBERED_MAX = 32_768;
/** Longer runs of letters are no words and do not come again. Letters. */
const REMEMBERED_LENGTH_MAX = 20;
const remembered = new Map<string, string>();

/** The stem of `word`; an identifier, an id and a number stay whole. */
export function stem(word: string): string {
  if (ASCII_WORD.test(word)) return word.length > 2 ? porter(word) : word;
  if (word.length <= PREFIX_LENGTH || ASCII_OR_NUMBERED.test(word)) return word;
  return word.slice(0, PREFIX_LENGTH);
}

function porter(word: string): string {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const found = stemmer(word);
  if (word.length > REMEMBERED_LENGTH_MAX) return found;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(word, found);
  return found;
}
