// Questions about places in a text: is it blank here, where does a line end, where may a piece be cut.
// Offsets in and out are UTF-16 indices. Nothing here looks further than it must: every scan is linear in its range.
import { isPairAt } from "../../text/code-points.ts";
import { COMMA, SEMICOLON, SPACE, TAB } from "./char-codes.ts";

/** A piece that cannot be cut by its structure is sliced to at most this many characters. */
const SLICE_CHARS = 400;

/** How far back from a slice's end a better place to cut is looked for. */
const SLICE_LOOK_BACK_CHARS = 120;

/** White space as `String.prototype.trim` has it, without the price of a regular expression. */
export function isSpace(code: number): boolean {
  if (code <= SPACE) return code === SPACE || (code >= 9 && code <= 13);
  if (code < 160) return false;
  return (
    code === 0xa0 ||
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
  return code >= 48 && code <= 57;
}

/** A basic Latin letter. */
export function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
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

/** The index behind the last character of [start, end) that is not white space, or `start`. */
export function trimEnd(text: string, start: number, end: number): number {
  let i = end;
  while (i > start && isSpace(text.charCodeAt(i - 1))) i--;
  return i;
}

/** The index behind the line that holds `start`, its newline included, at most `end`. */
export function lineEnd(text: string, start: number, end: number): number {
  const newline = text.indexOf("\n", start);
  return newline === -1 || newline >= end ? end : newline + 1;
}

/** Where to cut a piece without structure: behind white space or a separator near the slice's length, else anywhere. */
export function sliceEnd(text: string, start: number, end: number): number {
  if (end - start <= SLICE_CHARS + SLICE_LOOK_BACK_CHARS) return end;
  const far = start + SLICE_CHARS;
  let separator = -1;
  for (let i = far; i > far - SLICE_LOOK_BACK_CHARS; i--) {
    const code = text.charCodeAt(i - 1);
    if (isSpace(code)) return i;
    // Where dense one-line text (minified code, joined fields) divides.
    if (separator === -1 && (code === COMMA || code === SEMICOLON)) separator = i;
  }
  if (separator !== -1) return separator;
  return isPairAt(text, far - 1) ? far + 1 : far;
}
