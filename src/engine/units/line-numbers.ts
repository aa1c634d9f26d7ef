// Takes off the line numbers that a viewer prints before the lines of a file, such as `cat -n`, `grep -n` and the file
// tools of agents, so that the file is recognised and cut like any other. A text comes in. Out come the text without
// the numbers, and where each of its offsets is in the text with them. A line without a number stays as it is.
import { isBlank, isDigit, lineEnd, SPACE, skipIndent } from "../../text/characters.ts";
import { type Draft, NO_FRAME } from "./draft.ts";
import { takeUnits } from "./inner-units.ts";
import { matchesAt } from "./line-patterns.ts";

/** The places of the numbers of one file, with what separates them from its lines. They rise from line to line. */
interface LineNumbers {
  readonly starts: number[];
  readonly ends: number[];
}

interface NumberedText extends LineNumbers {
  /** The text without the numbers. */
  readonly bare: string;
}

/** `12:`, `12|`, `12→`, `12` and a tab, `12-` beside an indented line. A time, such as `12:30`, is no number. */
const NUMBER = /[ \t]{0,8}(\d{1,6})(?::(?!\d\d(?!\d))|[|│→\t]|-(?=[ \t]|\r?$))/my;

/** The first number is within this many lines. The viewer's words about the file may come before it. */
const FIRST_LINES = 8;

/** At least this many lines have a number, and this share of the lines that are not blank. */
const NUMBERED_MIN = 3;
const NUMBERED_SHARE = 0.8;

/** If this many lines have too few numbers, the rest is not read. */
const LINES_TRIED = 256;

/** Returns null for a text without line numbers. */
export function withoutLineNumbers(text: string): NumberedText | null {
  const numbers: LineNumbers = { starts: [], ends: [] };
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
    const isTried = filled >= LINES_TRIED && numbers.starts.length < NUMBERED_SHARE * filled;
    if (isTried || (lines >= FIRST_LINES && numbers.starts.length === 0)) return null;
    if (isNumbered) above = number;
    start = end;
  }
  const { starts } = numbers;
  if (starts.length < NUMBERED_MIN || starts.length < NUMBERED_SHARE * filled) return null;
  if (!areMarked(text, numbers, starts.length === filled)) return null;
  const taken = isSpaced(text, numbers) ? { starts, ends: numbers.ends.map((end) => afterSpace(text, end)) } : numbers;
  return { ...taken, bare: bareText(text, taken) };
}

/** @param all whether every line has a number */
function areMarked(text: string, { starts, ends }: LineNumbers, all: boolean): boolean {
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
function isSpaced(text: string, { ends }: LineNumbers): boolean {
  return ends.every((end) => text.charCodeAt(end) === SPACE || isBlank(text, end, lineEnd(text, end, text.length)));
}

function afterSpace(text: string, end: number): number {
  return text.charCodeAt(end) === SPACE ? end + 1 : end;
}

function bareText(text: string, { starts, ends }: LineNumbers): string {
  const pieces = starts.map((start, at) => text.slice(ends[at - 1] ?? 0, start));
  return pieces.join("") + text.slice(ends.at(-1));
}

/** Adds the units of the bare text, which has a draft of its own. A line that begins a unit brings its number along. */
export function addNumbered(draft: Draft, { starts, ends }: NumberedText, inner: Draft): void {
  let next = 0;
  /** Length of the numbers before the current unit's end. */
  let width = 0;
  function endOf(end: number): number {
    while (next < starts.length && (starts[next] ?? 0) - width < end) {
      width += (ends[next] ?? 0) - (starts[next] ?? 0);
      next++;
    }
    return end + width;
  }
  takeUnits(draft, inner, endOf, NO_FRAME);
}

/** A readable form of the text with numbers, made of that of the bare text. A task may name a line by its number. */
export function withNumbers(text: string, { starts, ends }: NumberedText, readable: string): string {
  let from = 0;
  const pieces = starts.map((start, at) => {
    const to = from + start - (ends[at - 1] ?? 0);
    const piece = readable.slice(from, to) + text.slice(start, ends[at]);
    from = to;
    return piece;
  });
  return pieces.join("") + readable.slice(from);
}

/** Where the content of the line `[start, end)` starts: after a number, if there is one, and its indentation. */
export function contentStart(text: string, start: number, end: number): number {
  const first = skipIndent(text, start, end);
  const isNumbered = first < end && isDigit(text.charCodeAt(first)) && matchesAt(NUMBER, text, start);
  return isNumbered && NUMBER.lastIndex <= end ? skipIndent(text, NUMBER.lastIndex, end) : first;
}
