// Determines whether a paragraph was wrapped to fit a page. If so, no line had room for the first word of the next.
// Uses no spelling rules, since German capitalises nouns and Chinese has no lower case. An offset comes in, the end of
// the paragraph and the answer go out. Reads a bounded number of lines.
import { isSpace, lineEnd, skipIndent, trimEnd } from "../../../text/characters.ts";
import { matchesAt } from "../line-patterns.ts";
import { isLowerCase, mayEndSentence, opensWithCode } from "./sentences.ts";

/** The width of a page, in columns; shorter lines are verses, fields or items. */
const PAGE_COLUMNS_MIN = 50;
const PAGE_COLUMNS_MAX = 160;

/** The lengths of two lines may be chance. */
const LINES_MIN = 3;

/** Maximum number of lines read: enough to decide, and a bound on the cost. */
const LINES_MAX = 24;

/** How much room a line may leave although the next word would fit: some punctuation may not start a line. */
const SLACK_COLUMNS = 3;

/**
 * The same before a small letter, which goes on with a sentence in any case. Books that were wrapped by hand, or lost
 * the marks of their emphasis afterwards, have ragged lines.
 */
const RAGGED_COLUMNS = 8;

/** A line may be indented this much more than the previous one and still continue it. */
const INDENT_SLACK = 1;

/** From the CJK radicals on, a character takes two columns, and a line may break before it as before a word. */
const WIDE_FIRST = 0x2e80;

/** Runs of spaces inside a line: columns of a table, which wrapped text does not have. */
const GUTTER = /\S {3,}\S.* {3,}\S/;

/** The start of a list item. */
const ITEM = /[-*+•·–]\s|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{2,5})[.)]\s/y;

/** An item that is not the first of its list: a list begins with `(1)`, `(a)` or `(i)`. */
const LATER_ITEM = /\((?![1aAiI]\))(?:\d{1,3}|[A-Za-z]|[ivx]{2,5})\)[ \t]/y;

export interface Paragraph {
  /** The end of the lines that were read. */
  readonly until: number;
  readonly isWrapped: boolean;
}

/** What wrapping needs to know about a line. */
interface Line {
  /** Where the next line starts. */
  readonly end: number;
  /** Length of the leading white space. */
  readonly indent: number;
  /** Width in columns of the line, without trailing white space, and of its first word. */
  readonly columns: number;
  readonly firstWord: number;
  readonly isLowerCase: boolean;
  readonly opensItem: boolean;
  readonly hasGutters: boolean;
}

/** The paragraph whose first line starts at `from`. */
export function paragraphAt(text: string, from: number, end: number): Paragraph {
  const lines = linesAt(text, from, end);
  return { until: lines.at(-1)?.end ?? from + 1, isWrapped: isRunningText(lines) && fillThePage(lines) };
}

/** Up to `LINES_MAX` lines of the same paragraph. */
function linesAt(text: string, from: number, end: number): readonly Line[] {
  const lines: Line[] = [];
  let indentMax = Number.POSITIVE_INFINITY;
  let above = from;
  for (let at = from; at < end && lines.length < LINES_MAX; ) {
    const line = lineAt(text, at, end);
    // A line indented further than the one above starts another paragraph, unless the one above opens a list item.
    if (line === null || line.indent > indentMax) break;
    indentMax = line.opensItem ? Number.POSITIVE_INFINITY : line.indent + INDENT_SLACK;
    const isFirstItem = line.opensItem && !lines.some(({ opensItem }) => opensItem);
    const goesOn = isFirstItem && goesOnInBrackets(text, at + line.indent, above, at);
    lines.push(goesOn ? { ...line, opensItem: false } : line);
    above = at;
    at = line.end;
  }
  return lines;
}

/** The line that starts at `from`, or null if it is blank. */
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
    isLowerCase: isLowerCase(text, content),
    opensItem: opensItem(text, content),
    hasGutters: columns <= PAGE_COLUMNS_MAX && GUTTER.test(text.slice(content, last)),
  };
}

/** True if the lines are neither consecutive list items nor table columns. */
function isRunningText(lines: readonly Line[]): boolean {
  return !lines.some((line, place) => line.hasGutters || (place > 0 && line.opensItem));
}

/** True if the lines are as wide as a page and no line had room for the first word of the next. */
function fillThePage(lines: readonly Line[]): boolean {
  const page = lines.reduce((most, { columns }) => Math.max(most, columns), 0);
  if (lines.length < LINES_MIN || page < PAGE_COLUMNS_MIN || page > PAGE_COLUMNS_MAX) return false;
  return lines.every(({ firstWord, isLowerCase }, place) => {
    const before = lines[place - 1];
    const slack = isLowerCase ? RAGGED_COLUMNS : SLACK_COLUMNS;
    return before === undefined || before.columns + 1 + firstWord + slack > page;
  });
}

export function opensItem(text: string, at: number): boolean {
  ITEM.lastIndex = at;
  return ITEM.test(text) || opensWithCode(text, at);
}

/**
 * True if the number or letter in brackets at `at` goes on with the sentence of the line above, `[from, to)`: `for a
 * maximum of three`, `(3) days`. It may still be an item if its list is open, which only the caller knows.
 */
export function goesOnInBrackets(text: string, at: number, from: number, to: number): boolean {
  if (!matchesAt(LATER_ITEM, text, at)) return false;
  const last = trimEnd(text, from, to);
  return last - from >= PAGE_COLUMNS_MIN && !mayEndSentence(text.charCodeAt(last - 1)) && text.charAt(last - 1) !== ":";
}

function columnsOf(text: string, from: number, to: number): number {
  let wide = 0;
  for (let at = from; at < Math.min(to, from + PAGE_COLUMNS_MAX); at++) if (text.charCodeAt(at) >= WIDE_FIRST) wide++;
  return to - from + wide;
}

/** Width in columns of the word at `from`. */
export function firstWord(text: string, from: number, to: number): number {
  if (text.charCodeAt(from) >= WIDE_FIRST) return 2;
  let at = from;
  while (at < to && !isSpace(text.charCodeAt(at)) && text.charCodeAt(at) < WIDE_FIRST) at++;
  return at - from;
}
