// Was a paragraph wrapped to fit a page? Its lines are then as long as they could be: the first word of the next would
// not have fitted. Told without any language's rules of spelling, since German nouns and Chinese have no lower case.
// A place in a text in, the paragraph's end and the answer out; reads a bounded number of lines.
import { isSpace } from "../../../text/char-codes.ts";
import { lineEnd, skipIndent, trimEnd } from "../../../text/offsets.ts";

/** A page is this wide; shorter lines are verses, fields, items. In columns. */
const PAGE_COLUMNS_MIN = 50;
const PAGE_COLUMNS_MAX = 160;

/** Two lines are as long as they are by chance. */
const LINES_MIN = 3;

/** Lines looked at: enough to tell, and a bound on what one look costs. */
const LINES_MAX = 24;

/** How far a line may fall short of the page though the next word would fit: punctuation that may not open a line. */
const SLACK_COLUMNS = 2;

/** A line may be set in by so much more than the one above and still go on with it. */
const INDENT_SLACK = 1;

/** From the radicals of Chinese on, a character takes two columns and is a word as far as wrapping goes. */
const WIDE_FIRST = 0x2e80;

/** Blanks in a row inside a line: columns of a table, which no page is wrapped to. */
const GUTTER = /\S {3,}\S.* {3,}\S/;

/** What opens an item of a list. */
const ITEM = /[-*+•·–]\s|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})[.)]\s/y;

export interface Paragraph {
  /** Where the lines that were looked at end. */
  readonly until: number;
  readonly isWrapped: boolean;
}

/** A line of a paragraph, as far as wrapping goes. */
interface Line {
  /** Where the next one begins. */
  readonly end: number;
  /** White space that it begins with. */
  readonly indent: number;
  /** The columns it takes, without white space at its end, and those of its first word. */
  readonly columns: number;
  readonly firstWord: number;
  readonly opensItem: boolean;
  readonly hasGutters: boolean;
}

/** The paragraph whose first line begins at `from`. */
export function paragraphAt(text: string, from: number, end: number): Paragraph {
  const lines = linesAt(text, from, end);
  return { until: lines.at(-1)?.end ?? from + 1, isWrapped: isRunningText(lines) && fillThePage(lines) };
}

/** Up to `LINES_MAX` lines, as far as they are one paragraph. */
function linesAt(text: string, from: number, end: number): readonly Line[] {
  const lines: Line[] = [];
  let indentMax = Number.POSITIVE_INFINITY;
  for (let at = from; at < end && lines.length < LINES_MAX; ) {
    const line = lineAt(text, at, end);
    // What is set further in than the line above it is another paragraph, but below an item.
    if (line === null || line.indent > indentMax) break;
    indentMax = line.opensItem ? Number.POSITIVE_INFINITY : line.indent + INDENT_SLACK;
    lines.push(line);
    at = line.end;
  }
  return lines;
}

/** The line that begins at `from`; null where it is blank. */
function lineAt(text: string, from: number, end: number): Line | null {
  const stop = lineEnd(text, from, end);
  const content = skipIndent(text, from, stop);
  const last = trimEnd(text, content, stop);
  if (last === content) return null;
  const columns = columnsOf(text, from, last);
  return {
    end: stop,
    indent: content - from,
    columns,
    firstWord: firstWord(text, content, last),
    opensItem: opensItem(text, content),
    hasGutters: columns <= PAGE_COLUMNS_MAX && GUTTER.test(text.slice(content, last)),
  };
}

/** No list, whose items follow each other, and no columns of a table. */
function isRunningText(lines: readonly Line[]): boolean {
  return !lines.some((line, place) => line.hasGutters || (place > 0 && line.opensItem));
}

/** Lines of a page, of none of which the first word would have fitted into the one before. */
function fillThePage(lines: readonly Line[]): boolean {
  const page = lines.reduce((most, { columns }) => Math.max(most, columns), 0);
  if (lines.length < LINES_MIN || page < PAGE_COLUMNS_MIN || page > PAGE_COLUMNS_MAX) return false;
  return lines.every(({ firstWord }, place) => {
    const before = lines[place - 1];
    return before === undefined || before.columns + 1 + firstWord + SLACK_COLUMNS > page;
  });
}

export function opensItem(text: string, at: number): boolean {
  ITEM.lastIndex = at;
  return ITEM.test(text);
}

function columnsOf(text: string, from: number, to: number): number {
  let wide = 0;
  for (let at = from; at < Math.min(to, from + PAGE_COLUMNS_MAX); at++) if (text.charCodeAt(at) >= WIDE_FIRST) wide++;
  return to - from + wide;
}

function firstWord(text: string, from: number, to: number): number {
  if (text.charCodeAt(from) >= WIDE_FIRST) return 2;
  let at = from;
  while (at < to && !isSpace(text.charCodeAt(at)) && text.charCodeAt(at) < WIDE_FIRST) at++;
  return at - from;
}
