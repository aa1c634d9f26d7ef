// Takes off the line numbers that viewers such as `cat -n`, `grep -n` and the file tools of agents print before the
// lines of a file, so that the file is recognised and cut like any other. A text comes in. Out come the text without
// the numbers, and the places of the numbers. A line without a number stays as it is.
import { isBlank, isDigit, lineEnd, SPACE, skipIndent } from "../../text/characters.ts";
import { matchesAt } from "./line-patterns.ts";
import { type Places, type Removed, withoutPlaces } from "./removed.ts";

/** `12:`, `12|`, `12→`, `12` and a tab, `12-` before an indented or empty line. A time (`12:30`) is no number. */
const NUMBER = /[ \t]{0,8}(\d{1,6})(?::(?!\d\d(?!\d))|[|│→\t]|-(?=[ \t]|\r?$))/my;

/** The first number is within this many lines. The viewer's words about the file may come before it. */
const FIRST_LINES = 8;

/** At least this many lines have a number, and this share of the lines that are not blank. */
const NUMBERED_MIN = 3;
const NUMBERED_SHARE = 0.8;

/** If this many lines have too few numbers, the rest is not read. */
const LINES_TRIED = 256;

/** Returns null for a text without line numbers. */
export function withoutLineNumbers(text: string): Removed | null {
  const numbers: { readonly starts: number[]; readonly ends: number[] } = { starts: [], ends: [] };
  let [lines, filled, above] = [0, 0, 0];
  for (let start = 0; start < text.length; ) {
    const end = lineEnd(text, start, text.length);
    NUMBER.lastIndex = start;
    const number = Number(NUMBER.exec(text)?.[1] ?? 0);
    const isNumbered = number > above && NUMBER.lastIndex <= end;
    if (isNumbered) {
      numbers.starts.push(start);
      numbers.ends.push(NUMBER.lastIndex);
    }
    if (isNumbered || !isBlank(text, start, end)) filled++;
    lines++;
    const hasTooFew = filled >= LINES_TRIED && numbers.starts.length < NUMBERED_SHARE * filled;
    if (hasTooFew || (lines >= FIRST_LINES && numbers.starts.length === 0)) return null;
    if (isNumbered) above = number;
    start = end;
  }
  const { starts } = numbers;
  if (starts.length < NUMBERED_MIN || starts.length < NUMBERED_SHARE * filled) return null;
  if (!areMarked(text, numbers, starts.length === filled)) return null;
  const taken = isSpaced(text, numbers) ? { starts, ends: numbers.ends.map((end) => afterSpace(text, end)) } : numbers;
  return withoutPlaces(text, taken);
}

/** @param all whether every line has a number */
function areMarked(text: string, { starts, ends }: Places, all: boolean): boolean {
  let [colons, hyphens, cells] = [0, 0, 0];
  for (const [at, end] of ends.entries()) {
    const mark = text.charAt(end - 1);
    if (mark === ":") colons++;
    else if (mark === "-") hyphens++;
    // Viewers pad numbers. An unpadded one may be the first cell of a row.
    else if ("\t|".includes(mark) && isDigit(text.charCodeAt(starts[at] ?? 0))) cells++;
  }
  // `grep` prints a hyphen beside the lines around a match, and a colon beside the match.
  return (hyphens === 0 || colons > 0) && (all || cells === 0);
}

/** Does a space follow every number? Then it belongs to the number. */
function isSpaced(text: string, { ends }: Places): boolean {
  return ends.every((end) => text.charCodeAt(end) === SPACE || isBlank(text, end, lineEnd(text, end, text.length)));
}

function afterSpace(text: string, end: number): number {
  return text.charCodeAt(end) === SPACE ? end + 1 : end;
}

/** Where the content of the line `[start, end)` starts: after a number, if there is one, and its indentation. */
export function contentStart(text: string, start: number, end: number): number {
  const first = skipIndent(text, start, end);
  const isNumbered = first < end && isDigit(text.charCodeAt(first)) && matchesAt(NUMBER, text, start);
  return isNumbered && NUMBER.lastIndex <= end ? skipIndent(text, NUMBER.lastIndex, end) : first;
}
