// In: a code point. Out: the sets of the o200k_base split pattern it belongs to, as bits.
// The sets come from this runtime's own \p{...}, page by page when first met, so that a regex of the same runtime
// always agrees and start-up pays for no page that no text uses.

/** May stand in the upper part of a word: \p{Lu} \p{Lt} \p{Lm} \p{Lo} \p{M}. */
export const UPPER = 1;
/** May stand in the lower part of a word: \p{Ll} \p{Lm} \p{Lo} \p{M}. */
export const LOWER = 2;
/** May precede a word: anything but letters, numbers, \r and \n. */
export const PREFIX = 4;
/** Neither white space nor letter nor number; marks are symbols as well as word characters. */
export const SYMBOL = 8;
export const NUMBER = 16;
export const SPACE = 32;
/** \r and \n. */
export const NEWLINE = 64;
export const WORD: number = UPPER | LOWER;

const PAGE_BITS = 12;
const PAGE_SIZE = 1 << PAGE_BITS;
const CODE_POINTS = 0x11_00_00;

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

/** Bits by code point; 0 means that the page has not been met yet, since every code point is in some set. */
const table = new Uint8Array(CODE_POINTS);
// ASCII is known without asking: compiling the sets takes 10 ms, for which texts of nothing else need not wait.
for (let point = 0; point < 0x80; point++) table[point] = asciiClass(point);

function asciiClass(point: number): number {
  const char = String.fromCharCode(point);
  if (char === "\r" || char === "\n") return SPACE | NEWLINE;
  if (char === " " || (char >= "\t" && char <= "\f")) return SPACE | PREFIX;
  if (char >= "0" && char <= "9") return NUMBER;
  if (char >= "a" && char <= "z") return LOWER;
  return char >= "A" && char <= "Z" ? UPPER : PREFIX | SYMBOL;
}

/** The set bits of a code point. A lone surrogate is a symbol, as is U+FFFD, which UTF-8 puts in its place. */
export function charClass(codePoint: number): number {
  return table[codePoint] || classifyPage(codePoint);
}

function classifyPage(codePoint: number): number {
  const first = (codePoint >> PAGE_BITS) << PAGE_BITS;
  const wide = first > 0xffff ? 2 : 1;
  let text = "";
  for (let at = first; at < first + PAGE_SIZE; at++)
    text += String.fromCodePoint(at < 0xd800 || at > 0xdfff ? at : 0xfffd);
  for (const [set, bits] of SETS) {
    for (const run of text.matchAll(set)) {
      const from = first + run.index / wide;
      table.fill(bits, from, from + run[0].length / wide);
    }
  }
  return table[codePoint] ?? 0;
}
