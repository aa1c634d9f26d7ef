// How alike two words are written, by their letters alone: no list of words says it.

/** Shorter words resemble too many others. Letters. */
const LETTERS_MIN = 4;

/** An abbreviation keeps at least this many letters of the word it stands for. */
export const ABBREVIATION_MIN = 3;

/** How alike words are of which one letter differs, and an abbreviation and its word. */
const ONE_LETTER_OFF = 0.8;
const ABBREVIATED = 0.5;

/**
 * How alike two stems are written, 0 (not) to 1: one begins with the other, one letter differs, one abbreviates the
 * other.
 */
export function likeness(one: string, other: string): number {
  const short = one.length <= other.length ? one : other;
  const long = short === one ? other : one;
  if (long.startsWith(short)) {
    return short.length >= LETTERS_MIN || short.length * 2 >= long.length ? short.length / long.length : 0;
  }
  if (short.length > LETTERS_MIN && long.length - short.length <= 1 && differsByOne(short, long)) return ONE_LETTER_OFF;
  if (short.length < long.length && abbreviates(short, long)) return ABBREVIATED;
  return 0;
}

/** The letters of a word as a set of bits, each by its low bits: several may share one. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << word.charCodeAt(at);
  return letters;
}

/**
 * False for the letters of two words that are not alike: of those that are, one has all letters of the other, or one
 * letter is replaced. Tells it of most words without their strings.
 */
export function mayBeAlike(one: number, other: number): boolean {
  const different = one ^ other;
  const allButOne = different & (different - 1);
  return (allButOne & (allButOne - 1)) === 0 || (one & different) === 0 || (other & different) === 0;
}

/** One letter replaced, or one more. */
function differsByOne(short: string, long: string): boolean {
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = long.length === short.length ? at + 1 : at;
  return short.slice(rest) === long.slice(at + 1);
}

/** `msg` for `message`, `cfg` for `config`: no vowel of its own, all letters in order. */
function abbreviates(short: string, long: string): boolean {
  if (short.length > ABBREVIATION_MIN + 1 || /[aeiouy]/.test(short.slice(1))) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
