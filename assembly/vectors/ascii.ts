// Basic Latin: bytes by name, and sixteen at a time.

export const BLANK: u8 = 0x20;
export const APOSTROPHE: u8 = 0x27;
export const SLASH: u8 = 0x2f;
export const LINE_FEED: u8 = 0x0a;
export const CARRIAGE_RETURN: u8 = 0x0d;

const UPPER_A: u8 = 65;
const LOWER_A: u8 = 97;
const ZERO: u8 = 48;
const UNDERSCORE: u8 = 95;
const LETTERS: u8 = 26;
const DIGITS: u8 = 10;
const TAB: u8 = 9;
const SPACES_OF_CONTROL: u8 = 5;

/** The bit by which a letter in lower case differs from one in upper case. */
export const TO_LOWER: u8 = 32;

/** 0xff for each byte that is one of the `count` from `first` on, 0 for the others. */
function isAmong(bytes: v128, first: u8, count: u8): v128 {
  return i8x16.le_u(i8x16.sub(bytes, i8x16.splat(first)), i8x16.splat(count - 1));
}

/** 0xff for each byte that is that one. */
export function isByte(bytes: v128, one: u8): v128 {
  return i8x16.eq(bytes, i8x16.splat(one));
}

/** A bit for each byte that belongs to a word: a letter, a digit, `_`. */
export function wordBytes(bytes: v128): i32 {
  return i8x16.bitmask(v128.or(v128.or(letters(bytes), digits(bytes)), isByte(bytes, UNDERSCORE)));
}

/** 0xff for each letter. */
export function letters(bytes: v128): v128 {
  return isAmong(v128.or(bytes, i8x16.splat(TO_LOWER)), LOWER_A, LETTERS);
}

/** 0xff for each capital. */
export function capitals(bytes: v128): v128 {
  return isAmong(bytes, UPPER_A, LETTERS);
}

/** 0xff for each digit. */
export function digits(bytes: v128): v128 {
  return isAmong(bytes, ZERO, DIGITS);
}

/** 0xff for each letter in lower case. */
export function smallLetters(bytes: v128): v128 {
  return isAmong(bytes, LOWER_A, LETTERS);
}

/** 0xff for each tab, line end and the two between them. */
export function spacesOfControl(bytes: v128): v128 {
  return isAmong(bytes, TAB, SPACES_OF_CONTROL);
}
