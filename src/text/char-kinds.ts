// What a UTF-16 code is: white space, a digit, a letter. For scanners that ask about each character of a text: told
// without a table, a regular expression or a locale.
import { CARRIAGE_RETURN, LOWER_A, LOWER_Z, NINE, NO_BREAK_SPACE, SPACE, TAB, TO_LOWER, ZERO } from "./char-codes.ts";

/** White space as `String.prototype.trim` has it, without the price of a regular expression. */
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
