// In: a code point. Out: its class, which says as bits to which sets of the o200k_base split pattern it belongs. The
// sets are the host's own \p{...} (src/text/token-counter.ts). The host is asked when the first character of a page
// occurs.
import {
  BLANK,
  CARRIAGE_RETURN,
  DIGITS,
  FORM_FEED,
  LETTERS,
  LINE_FEED,
  LOWER_A,
  TAB,
  UPPER_A,
  ZERO,
} from "../../bytes/ascii";
import { ASKED, ASKED_POINTS, CLASS_PAGE_COUNT, CLASS_PAGES, PAGE_NUMBERS, PAGES_IN_USE, SAME_PAGES } from "../layout";

/** Allowed in the upper part of a word: \p{Lu} \p{Lt} \p{Lm} \p{Lo} \p{M}. */
export const UPPER: u32 = 1;
/** Allowed in the lower part of a word: \p{Ll} \p{Lm} \p{Lo} \p{M}. */
export const LOWER: u32 = 2;
/** Allowed before a word: anything but letters, numbers, \r and \n. */
export const PREFIX: u32 = 4;
/** Neither white space nor letter nor number. Marks are symbols as well as word characters. */
export const SYMBOL: u32 = 8;
export const NUMBER: u32 = 16;
export const SPACE: u32 = 32;
/** \r and \n. */
export const NEWLINE: u32 = 64;
export const WORD: u32 = UPPER | LOWER;

/** The host writes the classes of the ASKED_POINTS code points around this one to ASKED. */
declare function classify(point: u32): void;

/**
 * The class of a code point of well-formed UTF-8. Each code point is in some set, so 0 means that its class is unknown.
 */
export function charClass(point: u32): u32 {
  const known = knownClass(point);
  if (known !== 0) return known;
  classify(point);
  storeClasses(point - (point % ASKED_POINTS));
  return knownClass(point);
}

/** The same for loops over letters. It is inlined, so that a known class costs no call. */
export function letterClass(point: u32): u32 {
  const known = knownClass(point);
  return known !== 0 ? known : charClass(point);
}

// CLASS_PAGES has pages of 256 classes, and PAGE_NUMBERS the page of each 256 code points. Most of Unicode is letters
// without case, or unassigned. Pages with one class throughout are shared, so 140 pages hold everything. Page 0 stands
// for unknown code points.
const PAGE_BITS: u32 = 8;
const PAGE: u32 = 1 << PAGE_BITS;

function knownClass(point: u32): u32 {
  const page = u32(load<u8>(PAGE_NUMBERS + (point >> PAGE_BITS)));
  return u32(load<u8>(CLASS_PAGES + (page << PAGE_BITS) + (point & (PAGE - 1))));
}

/** Copies the classes at ASKED. The first is that of code point `first`. */
function storeClasses(first: u32): void {
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

/** Traps if a future Unicode has more different pages than one byte can number. */
function newPage(): u32 {
  const page = u32(load<u8>(PAGES_IN_USE)) + 1;
  if (page >= CLASS_PAGE_COUNT) unreachable();
  store<u8>(PAGES_IN_USE, u8(page));
  return page;
}

/** The classes of ASCII are built in, because compiling the sets takes the host 10 ms. */
export function fillAscii(): void {
  const page = newPage();
  store<u8>(PAGE_NUMBERS, u8(page));
  for (let byte: u32 = 0; byte < 0x80; byte++) {
    store<u8>(CLASS_PAGES + (page << PAGE_BITS) + byte, u8(asciiClass(byte)));
  }
}

/** The class of an ASCII character. */
function asciiClass(byte: u32): u32 {
  if (byte === CARRIAGE_RETURN || byte === LINE_FEED) return SPACE | NEWLINE;
  if (byte === BLANK || (byte >= TAB && byte <= FORM_FEED)) return SPACE | PREFIX;
  if (byte >= ZERO && byte < ZERO + DIGITS) return NUMBER;
  if (byte >= LOWER_A && byte < LOWER_A + LETTERS) return LOWER;
  return byte >= UPPER_A && byte < UPPER_A + LETTERS ? UPPER : PREFIX | SYMBOL;
}
