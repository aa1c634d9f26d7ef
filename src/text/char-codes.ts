// Named UTF-16 codes for scanners, and the kinds of characters: white space, digit, letter. Plain comparisons without a
// table, a regular expression or a locale, because scanners test each character of a text.

export const TAB = 9;
export const NEWLINE = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const EXCLAMATION_MARK = 33;
export const QUOTE = 34;
export const APOSTROPHE = 39;
export const OPEN_PARENTHESIS = 40;
export const CLOSE_PARENTHESIS = 41;
export const PLUS = 43;
export const COMMA = 44;
export const FULL_STOP = 46;
export const SLASH = 47;
export const ZERO = 48;
const NINE = 57;
export const COLON = 58;
export const SEMICOLON = 59;
export const LESS_THAN = 60;
export const QUESTION_MARK = 63;
export const UPPER_A = 65;
export const UPPER_Z = 90;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const UNDERSCORE = 95;
export const LOWER_A = 97;
export const LOWER_N = 110;
export const LOWER_Z = 122;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;
const NO_BREAK_SPACE = 160;

/** ASCII characters have lower codes. */
export const ASCII_END = 128;

/** The bit that is set in a lower-case letter of basic Latin and not in its capital. */
export const TO_LOWER = 32;

/** White space as `String.prototype.trim` defines it, faster than a regular expression. */
export function isSpace(code: number): boolean {
  if (code <= SPACE) return code === SPACE || (code >= TAB && code <= CARRIAGE_RETURN);
  if (code < NO_BREAK_SPACE) return false;
  return (
    code === NO_BREAK_SPACE ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** A basic Latin letter. */
export function isLetter(code: number): boolean {
  const lower = code | TO_LOWER;
  return lower >= LOWER_A && lower <= LOWER_Z;
}
