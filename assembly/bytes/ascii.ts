// ASCII (Unicode's Basic Latin): bytes by name, and the classes of sixteen bytes at once.
import { everywhere } from "./everywhere";

export const TAB: u8 = 0x09;
export const LINE_FEED: u8 = 0x0a;
export const FORM_FEED: u8 = 0x0c;
export const CARRIAGE_RETURN: u8 = 0x0d;
export const BLANK: u8 = 0x20;
export const APOSTROPHE: u8 = 0x27;
export const PLUS: u8 = 0x2b;
export const SLASH: u8 = 0x2f;
export const ZERO: u8 = 0x30;
export const EQUALS_SIGN: u8 = 0x3d;
export const GREATER_THAN: u8 = 0x3e;
export const UPPER_A: u8 = 0x41;
const UNDERSCORE: u8 = 0x5f;
export const LOWER_A: u8 = 0x61;

/** How many letters of one case, and how many digits, follow each other. */
export const LETTERS: u8 = 26;
export const DIGITS: u8 = 10;
/** How many consecutive characters of white space start with the tab. The last is the carriage return. */
const CONTROL_SPACES: u8 = CARRIAGE_RETURN - TAB + 1;

/** The bit that is set in a lower-case letter and not in its capital. */
export const TO_LOWER: u8 = 0x20;

/** 0xff for each byte among the `count` bytes from `first` on, 0 for the others. */
export function isAmong(bytes: v128, first: u8, count: u8): v128 {
  return i8x16.le_u(i8x16.sub(bytes, everywhere(first)), everywhere(count - 1));
}

/** 0xff for each byte that equals `one`. */
export function isByte(bytes: v128, one: u8): v128 {
  return i8x16.eq(bytes, everywhere(one));
}

/** A bit for each byte of a word: a letter, a digit or `_`. */
export function wordBytes(bytes: v128): i32 {
  return i8x16.bitmask(v128.or(v128.or(letters(bytes), digits(bytes)), isByte(bytes, UNDERSCORE)));
}

/** 0xff for each letter. */
export function letters(bytes: v128): v128 {
  return isAmong(v128.or(bytes, everywhere(TO_LOWER)), LOWER_A, LETTERS);
}

/** 0xff for each capital. */
export function capitals(bytes: v128): v128 {
  return isAmong(bytes, UPPER_A, LETTERS);
}

/** 0xff for each digit. */
export function digits(bytes: v128): v128 {
  return isAmong(bytes, ZERO, DIGITS);
}

/** 0xff for each lower-case letter. */
export function smallLetters(bytes: v128): v128 {
  return isAmong(bytes, LOWER_A, LETTERS);
}

/** 0xff for white space other than the blank: tabs, line feeds, form feeds, carriage returns. */
export function controlSpaces(bytes: v128): v128 {
  return isAmong(bytes, TAB, CONTROL_SPACES);
}
