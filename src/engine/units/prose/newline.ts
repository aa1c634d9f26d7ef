// What a newline in prose means: the end of a piece, the end of a paragraph, or a line broken to fit a page.
import { isSpace, NEWLINE } from "../../../text/char-codes.ts";
import { isBlank, lineEnd, skipIndent, skipSpace } from "../../../text/offsets.ts";
import { isLowerCase } from "./sentence-end.ts";
import { opensItem, type Paragraph, paragraphAt } from "./wrapping.ts";

/** A line shorter than this was not broken to fit a page: its newline means something. */
const WRAPPED_LINE_CHARS_MIN = 50;

/** A line of fewer characters fills no page, however wide these are. */
const PAGE_CHARS_MIN = 24;

/** Text that is read line by line. */
export interface Lines {
  readonly text: string;
  readonly end: number;
  /** Where the present line begins. */
  lineFrom: number;
  /** The paragraph that it lies in, or one before it. */
  paragraph: Paragraph;
}

export const NO_PARAGRAPH: Paragraph = { until: 0, isWrapped: false };

/** Behind the newline at `at` and all white space there, where it ends a piece; else -1. Ends the line. */
export function newlineCut(lines: Lines, at: number): number {
  const { text, end, lineFrom } = lines;
  lines.lineFrom = at + 1;
  if (at - lineFrom >= PAGE_CHARS_MIN) {
    if (lineFrom >= lines.paragraph.until) lines.paragraph = paragraphAt(text, lineFrom, end);
    if (lines.paragraph.isWrapped && !isBlankLine(text, at + 1, end)) return -1;
  }
  return newlineEnds(text, at, lineFrom, end) ? skipSpace(text, at, end) : -1;
}

/** A newline ends a piece unless the line was wrapped: long, and the next one goes on in lower case or in brackets. */
function newlineEnds(text: string, at: number, lineFrom: number, end: number): boolean {
  if (at - lineFrom < WRAPPED_LINE_CHARS_MIN || isBlankLine(text, at + 1, end)) return true;
  const next = skipIndent(text, at + 1, end);
  if (next >= end || opensItem(text, next)) return true;
  return !isLowerCase(text, next) && !isBracketOpen(text, lineFrom, at);
}

/** A bracket that the line opens and does not close. */
function isBracketOpen(text: string, from: number, to: number): boolean {
  for (let at = to - 1; at >= from; at--) {
    const letter = text.charAt(at);
    if ("([（【「『".includes(letter)) return true;
    if (")]）】」』".includes(letter)) return false;
  }
  return false;
}

function isBlankLine(text: string, start: number, end: number): boolean {
  return isBlank(text, start, lineEnd(text, start, end));
}

/** Two newlines in the white space before `cut`. */
export function endsParagraph(text: string, cut: number, from: number): boolean {
  let newlines = 0;
  for (let i = cut - 1; i >= from && isSpace(text.charCodeAt(i)); i--) {
    if (text.charCodeAt(i) === NEWLINE && ++newlines === 2) return true;
  }
  return false;
}
