// Characters and offsets of texts: named UTF-16 codes, white space, digits, letters, line ends, code points. Offsets
// are UTF-16 indices. Plain comparisons without a table, a regular expression or a locale, because scanners test each
// character of a text; every scan is linear in its range.

export const TAB = 9;
export const NEWLINE = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const EXCLAMATION_MARK = 33;
export const QUOTE = 34;
export const APOSTROPHE = 39;
export const OPEN_PARENTHESIS = 40;
export const CLOSE_PARENTHESIS = 41;
export const COMMA = 44;
export const FULL_STOP = 46;
export const SLASH = 47;
const ZERO = 48;
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

const HIGH_FIRST = 0xd800;
const HIGH_LAST = 0xdbff;
const LOW_FIRST = 0xdc00;
const LOW_LAST = 0xdfff;

/** Whether a surrogate pair starts at `index`. */
export function isPairAt(text: string, index: number): boolean {
  const high = text.charCodeAt(index);
  if (!(high >= HIGH_FIRST && high <= HIGH_LAST)) return false;
  const low = text.charCodeAt(index + 1);
  return low >= LOW_FIRST && low <= LOW_LAST;
}

/** Moves an offset that would split a surrogate pair to the pair's start. */
export function atCodePoint(text: string, offset: number): number {
  return offset > 0 && isPairAt(text, offset - 1) ? offset - 1 : offset;
}

const HIGH = /[\ud800-\udbff]/;

/** Code points before each offset. The offsets ascend, and none lies inside a surrogate pair. */
export function toCodePoints(text: string, offsets: readonly number[]): number[] {
  // Most texts have no pair. The expression finds that at once for Latin texts, and four times as fast for others.
  if (!HIGH.test(text.slice(0, offsets.at(-1)))) return [...offsets];
  const counted: number[] = [];
  let at = 0;
  let points = 0;
  for (const offset of offsets) {
    while (at < offset) {
      at += isPairAt(text, at) ? 2 : 1;
      points++;
    }
    counted.push(points);
  }
  return counted;
}

export function isBlank(text: string, start: number, end: number): boolean {
  return skipSpace(text, start, end) >= end;
}

/** The first index in [start, end) that is not white space, or `end`. */
export function skipSpace(text: string, start: number, end: number): number {
  let i = start;
  while (i < end && isSpace(text.charCodeAt(i))) i++;
  return i;
}

/** The first index in [start, end) that is neither a blank nor a tab, or `end`. */
export function skipIndent(text: string, start: number, end: number): number {
  let i = start;
  while (i < end && (text.charCodeAt(i) === SPACE || text.charCodeAt(i) === TAB)) i++;
  return i;
}

/** Columns a tab counts for when indentations are compared. */
const TAB_COLUMNS = 4;

/** Columns of white space right before `content`. */
export function columnOf(text: string, start: number, content: number): number {
  let columns = 0;
  for (let i = content - 1; i >= start; i--) {
    const code = text.charCodeAt(i);
    if (code === SPACE) columns++;
    else if (code === TAB) columns += TAB_COLUMNS;
    else break;
  }
  return columns;
}

/** The index after the last character of [start, end) that is not white space, or `start`. */
export function trimEnd(text: string, start: number, end: number): number {
  let i = end;
  while (i > start && isSpace(text.charCodeAt(i - 1))) i--;
  return i;
}

/** The index after the line that holds `start`, with its newline, at most `end`. */
export function lineEnd(text: string, start: number, end: number): number {
  const newline = text.indexOf("\n", start);
  return newline === -1 || newline >= end ? end : newline + 1;
}

/** Number of lines in `[start, end)`. */
export function countLines(text: string, start: number, end: number): number {
  let lines = 0;
  for (let at = start; at < end; at = lineEnd(text, at, end)) lines++;
  return lines;
}
