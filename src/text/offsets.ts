// Questions about places in a text: is it blank here, where does a line end.
// Offsets in and out are UTF-16 indices. Nothing here looks further than it must: every scan is linear in its range.
import { SPACE, TAB } from "./char-codes.ts";
import { isSpace } from "./char-kinds.ts";

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
