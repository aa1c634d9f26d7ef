// Was a paragraph wrapped to fit a page? Its lines are then as long as they could be: the first word of the next would
// not have fitted. Told without any language's rules of spelling, since German nouns and Chinese have no lower case.
// A place in a text in, the paragraph's end and the answer out; reads a bounded number of lines.
import { isSpace } from "../../text/char-kinds.ts";
import { isBlank, lineEnd, skipIndent, trimEnd } from "../../text/offsets.ts";

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

/** The paragraph whose first line begins at `from`. */
export function paragraphAt(text: string, from: number, end: number): Paragraph {
  let at = from;
  let page = 0;
  const lengths: number[] = [];
  const words: number[] = [];
  let isRunning = true;
  let margin = Number.POSITIVE_INFINITY;
  while (at < end && lengths.length < LINES_MAX) {
    const stop = lineEnd(text, at, end);
    const content = skipIndent(text, at, stop);
    // What is set further in than the line above it is another paragraph, but below an item.
    if (isBlank(text, at, stop) || content - at > margin) break;
    const last = trimEnd(text, at, stop);
    const length = columns(text, at, last);
    const isItem = opensItem(text, content);
    page = Math.max(page, length);
    if (lengths.length > 0 && isItem) isRunning = false;
    if (length <= PAGE_COLUMNS_MAX && GUTTER.test(text.slice(content, last))) isRunning = false;
    margin = isItem ? Number.POSITIVE_INFINITY : content - at + INDENT_SLACK;
    lengths.push(length);
    words.push(firstWord(text, content, last));
    at = stop;
  }
  const fits = (line: number) => (lengths[line] ?? 0) + 1 + (words[line + 1] ?? 0) + SLACK_COLUMNS <= page;
  const isPage = lengths.length >= LINES_MIN && page >= PAGE_COLUMNS_MIN && page <= PAGE_COLUMNS_MAX;
  const isWrapped = isPage && isRunning && !lengths.slice(0, -1).some((_, line) => fits(line));
  return { until: Math.max(at, from + 1), isWrapped };
}

export function opensItem(text: string, at: number): boolean {
  ITEM.lastIndex = at;
  return ITEM.test(text);
}

function columns(text: string, from: number, to: number): number {
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
