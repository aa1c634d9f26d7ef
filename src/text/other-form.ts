// Brings the forms of a word beyond basic Latin together: by a short prefix. Words of basic Latin are stemmed where
// they are read (assembly/words/porter-stem.ts).
// In: one word. Out: its form in lower case. Must be the same on every machine and for every locale.

const ASCII_OR_NUMBERED = /^\w+$|\p{N}/u;

/** Inflection of most alphabets sits behind the first letters; five keep words apart well enough. UTF-16 units. */
const PREFIX_LENGTH = 5;

/** The form of `word`; an identifier, an id and a number stay whole. */
export function otherForm(word: string): string {
  const lower = word.toLowerCase();
  return lower.length <= PREFIX_LENGTH || ASCII_OR_NUMBERED.test(lower) ? lower : lower.slice(0, PREFIX_LENGTH);
}
