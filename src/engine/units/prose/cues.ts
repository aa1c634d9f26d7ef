// Subtitles (WebVTT, SubRip): a cue is its number, its time and what is said meanwhile.
import { isDigit } from "../../../text/char-codes.ts";
import { lineEnd, skipIndent, trimEnd } from "../../../text/offsets.ts";
import { matchesAt } from "../patterns.ts";

const TIMING = /[ \t]{0,8}(?:\d{1,3}:)?\d{2}:\d{2}[.,]\d{1,3} +--> +(?:\d{1,3}:)?\d{2}:\d{2}[.,]\d/y;

/** A cue's number has at most so many digits. */
const NUMBER_CHARS_MAX = 6;

export function isTiming(line: string): boolean {
  return line.includes("-->") && matchesAt(TIMING, line, 0);
}

/** True when the line at `at` opens a cue: its timing, or its number with the timing below. */
export function opensCue(text: string, at: number, end: number): boolean {
  const stop = lineEnd(text, at, end);
  if (isNumber(text, at, stop)) return matchesAt(TIMING, text, stop);
  if (!matchesAt(TIMING, text, at)) return false;
  return at === 0 || !isNumber(text, text.lastIndexOf("\n", at - 2) + 1, at);
}

function isNumber(text: string, start: number, end: number): boolean {
  const last = trimEnd(text, start, end);
  if (last === start || last - start > NUMBER_CHARS_MAX) return false;
  let at = skipIndent(text, start, last);
  while (at < last && isDigit(text.charCodeAt(at))) at++;
  return at === last;
}
