// In: a code point. Out: the sets of the o200k_base split pattern it belongs to, as bits.
// The sets are those of the host's own \p{...}: it fills in a page of them when a character of it is first met.
import { ASKED, ASKED_POINTS, CLASS_PAGE_COUNT, CLASS_PAGES, PAGE_NUMBERS, SAME_PAGES } from "./layout";

/** May stand in the upper part of a word: \p{Lu} \p{Lt} \p{Lm} \p{Lo} \p{M}. */
export const UPPER: u32 = 1;
/** May stand in the lower part of a word: \p{Ll} \p{Lm} \p{Lo} \p{M}. */
export const LOWER: u32 = 2;
/** May precede a word: anything but letters, numbers, \r and \n. */
export const PREFIX: u32 = 4;
/** Neither white space nor letter nor number; marks are symbols as well as word characters. */
export const SYMBOL: u32 = 8;
export const NUMBER: u32 = 16;
export const SPACE: u32 = 32;
/** \r and \n. */
export const NEWLINE: u32 = 64;
export const WORD: u32 = UPPER | LOWER;

/** Asks the host to put the classes of ASKED_POINTS code points, those that this one lies among, at ASKED. */
declare function classify(point: u32): void;

/** The set bits of a code point, one of well-formed UTF-8. Every one is in some set, so 0 means not asked for yet. */
export function charClass(point: u32): u32 {
  const known = knownClass(point);
  if (known !== 0) return known;
  classify(point);
  learnClasses(point - (point % ASKED_POINTS));
  return knownClass(point);
}

/** The same for loops over letters: what is known costs no call. */
export function letterClass(point: u32): u32 {
  const known = knownClass(point);
  return known !== 0 ? known : charClass(point);
}

// CLASS_PAGES has pages of 256 code points, PAGE_NUMBERS which of them is whose. Most of Unicode is letters without
// case or nothing: all pages of one class are one page, and 140 hold everything. Page 0 is for what was not asked for.
const PAGE_BITS: u32 = 8;
const PAGE: u32 = 1 << PAGE_BITS;
/** Pages in use besides page 0. */
let pages: u32 = 0;

function knownClass(point: u32): u32 {
  const page = u32(load<u8>(PAGE_NUMBERS + (point >> PAGE_BITS)));
  return u32(load<u8>(CLASS_PAGES + (page << PAGE_BITS) + (point & (PAGE - 1))));
}

/** Takes over the pages at ASKED, the first of which starts with code point `first`. */
function learnClasses(first: u32): void {
  for (let at: u32 = 0; at < ASKED_POINTS; at += PAGE) {
    const number = PAGE_NUMBERS + ((first + at) >> PAGE_BITS);
    if (load<u8>(number) === 0)
      store<u8>(number, u8(isOfOneClass(ASKED + at) ? pageOfOneClass(ASKED + at) : newPage()));
    memory.copy(CLASS_PAGES + (u32(load<u8>(number)) << PAGE_BITS), ASKED + at, PAGE);
  }
}

function isOfOneClass(page: usize): bool {
  const one = i8x16.splat(load<i8>(page));
  for (let at = page; at < page + PAGE; at += 16) if (v128.any_true(v128.xor(v128.load(at), one))) return false;
  return true;
}

function pageOfOneClass(page: usize): u32 {
  const number = SAME_PAGES + u32(load<u8>(page));
  if (load<u8>(number) === 0) store<u8>(number, u8(newPage()));
  return load<u8>(number);
}

/** A Unicode of more than 255 different pages would need larger numbers. */
function newPage(): u32 {
  if (++pages >= CLASS_PAGE_COUNT) unreachable();
  return pages;
}

/** ASCII is known without asking: compiling the sets takes the host 10 ms. */
export function learnAscii(): void {
  const page = newPage();
  store<u8>(PAGE_NUMBERS, u8(page));
  for (let byte: u32 = 0; byte < 0x80; byte++) {
    store<u8>(CLASS_PAGES + (page << PAGE_BITS) + byte, u8(asciiClass(byte)));
  }
}

/** The set bits of a character of ASCII. */
function asciiClass(byte: u32): u32 {
  if (byte === 0x0d || byte === 0x0a) return SPACE | NEWLINE;
  if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0c)) return SPACE | PREFIX;
  if (byte >= 0x30 && byte <= 0x39) return NUMBER;
  if (byte >= 0x61 && byte <= 0x7a) return LOWER;
  return byte >= 0x41 && byte <= 0x5a ? UPPER : PREFIX | SYMBOL;
}
