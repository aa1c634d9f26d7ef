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

/** What tells of most words that they are not alike, without their strings. */
export interface Letters {
  /** The letters of a word as a set of bits, each by its low bits: several may share one. */
  readonly set: number;
  readonly count: number;
}

export function lettersOf(word: string): Letters {
  let set = 0;
  for (let at = 0; at < word.length; at += 1) set |= 1 << word.charCodeAt(at);
  return { set, count: word.length };
}

/**
 * False for the letters of two words that are not alike: of those that are, the longer has all letters of the other, or
 * one letter is replaced.
 */
export function mayBeAlike(one: Letters, otherSet: number, otherCount: number): boolean {
  const missing = one.count <= otherCount ? one.set & ~otherSet : otherSet & ~one.set;
  if (missing === 0) return true;
  if (one.count !== otherCount || otherCount <= LETTERS_MIN) return false;
  const different = one.set ^ otherSet;
  const allButOne = different & (different - 1);
  return (allButOne & (allButOne - 1)) === 0;
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
