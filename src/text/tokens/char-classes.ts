// In: a range of code points. Out: the sets of the o200k_base split pattern that each is in, as bits.
// The sets come from this runtime's own \p{...}, so that a regex of the same runtime always agrees; they are asked
// when a character of their range is first met, so that start-up pays for no range that no text uses.

/** The bits are those of assembly/tokens/char-classes.ts. */
const UPPER = 1;
const LOWER = 2;
const PREFIX = 4;
const SYMBOL = 8;
const NUMBER = 16;
const SPACE = 32;
const NEWLINE = 64;

/** Together they hold every code point, each in one of them. */
const SETS: readonly (readonly [RegExp, number])[] = [
  [/[\p{Lu}\p{Lt}]+/gu, UPPER],
  [/\p{Ll}+/gu, LOWER],
  [/[\p{Lm}\p{Lo}]+/gu, UPPER | LOWER],
  [/\p{M}+/gu, UPPER | LOWER | PREFIX | SYMBOL],
  [/\p{N}+/gu, NUMBER],
  [/[\r\n]+/gu, SPACE | NEWLINE],
  [/[^\S\r\n]+/gu, SPACE | PREFIX],
  [/[^\s\p{L}\p{M}\p{N}]+/gu, PREFIX | SYMBOL],
];

/** Fills `classes` with those of the code points from `first` on; surrogates are as U+FFFD. */
export function putClasses(classes: Uint8Array, first: number): void {
  const units = first > 0xffff ? 2 : 1;
  let text = "";
  for (let at = first; at < first + classes.length; at++) {
    text += String.fromCodePoint(at < 0xd800 || at > 0xdfff ? at : 0xfffd);
  }
  for (const [set, bits] of SETS) {
    for (const run of text.matchAll(set)) {
      const from = run.index / units;
      classes.fill(bits, from, from + run[0].length / units);
    }
  }
}
