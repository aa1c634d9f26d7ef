// Cuts prose by its layout. All text of a document depends on its header, and text that is indented further depends on
// the line above it: in a manual page, a section's title or an option. A text comes in, units go out. Text without such
// lines is plain prose.
import { columnOf, lineEnd, skipIndent, skipSpace, trimEnd } from "../../../text/characters.ts";
import { addHeading, closeHeadings, type Draft, type Frame, frameOf, NO_FRAME, noHeadings, seal } from "../draft.ts";
import { tableEnd, tableStart } from "./columns.ts";
import { PLAIN_RANK_MAX, plainTitles } from "./plain-titles.ts";
import { cutProse, laidOutTables, WRAPPED_LINE_CHARS_MIN } from "./prose.ts";
import { mayEndSentence, unitChars } from "./sentences.ts";
import { firstWord } from "./wrapping.ts";

export interface Line {
  readonly from: number;
  /** Where the next line starts. */
  readonly end: number;
  /** The first character after the leading blanks and tabs. */
  readonly content: number;
  /** Columns of those blanks and tabs. */
  readonly indent: number;
  /** Length without trailing white space: 0 for a blank line. */
  readonly length: number;
}

/** A line at which the text returns to a higher level, or a title, which has deeper text below it. */
interface Step extends Line {
  readonly isTitle: boolean;
  /** Its indentation; negative for a plain title, because the indentation of a centred title does not show its rank. */
  readonly rank: number;
}

/** Fewer titles may be chance: a caption, or a paragraph whose first line is indented. */
const TITLES_MIN = 3;

/** A smaller difference of indentation is not a step to another level. */
export const STEP_COLUMNS = 2;

/** A longer line is a paragraph of its own. */
const TITLE_CHARS_MAX = 160;

/** Cuts `[draft.at, end)`. */
export function cutIndentedProse(draft: Draft, end: number): void {
  const { text } = draft;
  const joinUpTo = unitChars(text, draft.at, end);
  const headings = noHeadings(cutHeader(draft, end));
  for (const { from, end: next, rank, isTitle } of stepsIn(text, draft.at, end)) {
    if (from > draft.at) cutProse(draft, from, frameOf(headings), joinUpTo);
    closeHeadings(headings, rank);
    if (!isTitle) continue;
    addHeading(draft, headings, next, { rank, line: text.slice(from, next), count: 1 });
    seal(draft);
  }
  cutProse(draft, end, frameOf(headings), joinUpTo);
}

/** The steps of the text; none if it has too few titles. */
function stepsIn(text: string, from: number, end: number): readonly Step[] {
  const steps: Step[] = [];
  let titles = 0;
  let level = -1;
  let above = NO_LINE;
  let line = lineAt(text, from, end);
  const tables = laidOutTables(text, from, end);
  const plain = plainTitles(text, from, end);
  let next = 0;
  while (line.end < end) {
    // The lines of a table have no levels of their own.
    const table = tables[next];
    if (table !== undefined && tableStart(table) === line.from) {
      line = lineAt(text, tableEnd(table), end);
      next++;
      continue;
    }
    const below = lineAt(text, line.end, end);
    const plainRank = plain.get(line.from);
    const isTitle = plainRank !== undefined || (!isLevelOf(line, above) && opensDeeperText(text, line, below));
    if (isTitle) titles++;
    if (isTitle || (line.length > 0 && line.indent <= level)) {
      const rank = plainRank === undefined ? line.indent : plainRank - PLAIN_RANK_MAX;
      steps.push({ ...line, isTitle, rank });
      if (plainRank !== undefined) level = -1;
      else level = isTitle ? line.indent : line.indent - 1;
    }
    above = line;
    line = below;
  }
  return titles < TITLES_MIN ? [] : steps;
}

const NO_LINE: Line = { from: 0, end: 0, content: 0, indent: 0, length: 0 };

export function lineAt(text: string, from: number, end: number): Line {
  const stop = lineEnd(text, from, end);
  const content = skipIndent(text, from, stop);
  const indent = columnOf(text, from, content);
  return { from, end: stop, content, indent, length: trimEnd(text, from, stop) - from };
}

/** True if the line goes on at the level of the one above. */
function isLevelOf(line: Line, above: Line): boolean {
  return above.length > 0 && Math.abs(above.indent - line.indent) < STEP_COLUMNS;
}

/**
 * True for a line above deeper text that is not a sentence and was not wrapped: it is short, or the first word of the
 * text would have fitted on it.
 */
export function opensDeeperText(text: string, { from, indent, length }: Line, below: Line): boolean {
  if (length === 0 || length > TITLE_CHARS_MAX) return false;
  if (below.length === 0 || below.indent < indent + STEP_COLUMNS) return false;
  if (mayEndSentence(text.charCodeAt(from + length - 1)) || RULE.test(text.slice(from, from + length))) return false;
  if (length < WRAPPED_LINE_CHARS_MIN) return true;
  return length + 1 + firstWord(text, below.content, below.end) <= below.length;
}

/** `_____` separates the footnotes from the page. It is not a title. */
const RULE = /^\s*[_=*~-]{3,}$/;

/** A header names the document by a headline, an outlet and a date, or by fields. A longer one is a list. */
const HEADER_LINES_MAX = 4;
const HEADER_CHARS_MAX = 240;

/** In records of patients a title is indented by a blank. */
const HEADER_COLUMNS_MAX = 1;

/** Above a shorter text, a short paragraph is part of the text. */
const BODY_CHARS_MIN = 160;

/** Cuts a document's header, if it has one. Returns the frame of the text below it. */
function cutHeader(draft: Draft, end: number): Frame {
  const { text, at } = draft;
  const stop = headerEnd(text, at, end);
  return stop === at ? NO_FRAME : addHeader(draft, stop);
}

/** Adds the text up to `stop` as the header of a document. Returns the frame of the text below it. */
export function addHeader(draft: Draft, stop: number): Frame {
  const headings = noHeadings(NO_FRAME);
  addHeading(draft, headings, stop, { rank: 0, line: draft.text.slice(draft.at, stop), count: 1 });
  seal(draft);
  return frameOf(headings);
}

/** How much of the text is read for the words of its title. */
const OPENING_CHARS = 160;

const WORD = /[\p{L}\p{N}]+/gu;

/** `Mercury (planet)`: an encyclopedia adds this to tell namesakes apart. */
const ADDITION = /\([^()]{1,40}\)\s{0,4}$/;

/** True for a short line right above text that repeats all its words at once: `Lyon`, `Lyon is a city`. */
function isNamedBelow(text: string, { from, end: stop, content, length }: Line, end: number): boolean {
  if (length >= WRAPPED_LINE_CHARS_MIN || mayEndSentence(text.charCodeAt(from + length - 1))) return false;
  // Short lines below are a list or verses.
  if (end - stop < BODY_CHARS_MIN || lineAt(text, stop, end).length < WRAPPED_LINE_CHARS_MIN) return false;
  const words = wordsIn(text.slice(content, from + length).replace(ADDITION, ""));
  const below = new Set(wordsIn(text.slice(stop, stop + OPENING_CHARS)));
  return words.length > 0 && words.every((word) => below.has(word));
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** The end of the header: short lines above the first blank one that are not sentences. `from` if there is none. */
export function headerEnd(text: string, from: number, end: number): number {
  let line = lineAt(text, from, end);
  if (line.length === 0) return from;
  if (isNamedBelow(text, line, end)) return line.end;
  for (let lines = 0; line.length > 0; lines++) {
    const isSentence = mayEndSentence(text.charCodeAt(line.from + line.length - 1));
    if (lines === HEADER_LINES_MAX || line.length > TITLE_CHARS_MAX || line.indent > HEADER_COLUMNS_MAX || isSentence)
      return from;
    line = lineAt(text, line.end, end);
  }
  const stop = skipSpace(text, line.from, end);
  return stop - from <= HEADER_CHARS_MAX && end - stop >= BODY_CHARS_MIN ? stop : from;
}
