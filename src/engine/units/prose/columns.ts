// Finds tables that are laid out with spaces in running text, as in financial reports and manuals: lines next to each
// other that leave the same columns blank. A range of a text comes in, the ranges of its tables and their lines go out.
// Never decides which lines are a row.
import { COLON, FULL_STOP, isDigit, lineEnd, skipIndent } from "../../../text/characters.ts";
import { mayEndSentence } from "./sentences.ts";
import { opensItem } from "./wrapping.ts";

/** Columns from `from` up to and without `to`. */
interface Range {
  readonly from: number;
  readonly to: number;
}

export interface TableLine {
  readonly from: number;
  /** Where the next line starts. */
  readonly end: number;
  /** Columns before the first word, and up to the end of the last one. Both are 0 for a blank line. */
  readonly indent: number;
  readonly length: number;
  /** The blanks between two cells. */
  readonly gaps: readonly Range[];
  /** Drawn of dashes, or a tag such as `<CAPTION>`. */
  readonly isRule: boolean;
}

export interface LaidOutTable {
  readonly lines: readonly TableLine[];
  /** The column at which the cells of the first column end. */
  readonly firstEnd: number;
}

export function tableStart({ lines }: LaidOutTable): number {
  return lines[0]?.from ?? 0;
}

export function tableEnd({ lines }: LaidOutTable): number {
  return lines.at(-1)?.end ?? 0;
}

/** Fewer lines with the same blank columns may be chance. */
const LINES_MIN = 3;

/** Spaces between two cells. In justified text, two spaces are common and three are not. */
const GAP_COLUMNS = 2;
const WIDE_GAP_COLUMNS = 3;
/** A text without it has no tables. */
export const WIDE_GAP = new RegExp(` {${WIDE_GAP_COLUMNS}}`);
const GAPS = /(?<=\S)\s{2,}(?=\S)/g;

/** Further gaps of a line are not compared: a bound on the cost. */
const GAPS_MAX = 24;

/** Columns beyond this one are not searched for gaps. */
const COLUMNS_MAX = 240;

/** Two columns of longer cells are those of a printed page. */
const CELL_COLUMNS_MAX = 24;

/** A longer line without values is not a label. */
const LABEL_COLUMNS_MAX = 80;

/** Labels among the first rows, such as `ASSETS` above `CURRENT ASSETS:`. */
const LABELS_MAX = 3;

/** Lines of a header that may precede the first line with several cells. */
const HEADER_LINES_MAX = 6;

/** The tables in `[from, end)`, in order. */
export function tablesIn(text: string, from: number, end: number): readonly LaidOutTable[] {
  const all = linesIn(text, from, end);
  const tables: LaidOutTable[] = [];
  let free = 0;
  for (let place = 0; place < all.length; place++) {
    const gutters = guttersAt(text, all, place);
    const firstEnd = gutters[0]?.from ?? 0;
    if (firstEnd === 0) continue;
    const start = headerStart(all, place, free, firstEnd);
    free = placeAfter(text, all, place, gutters);
    const lines = all.slice(start, free);
    tables.push({ lines, firstEnd });
    place = free - 1;
  }
  return tables;
}

function linesIn(text: string, from: number, end: number): readonly TableLine[] {
  const lines: TableLine[] = [];
  for (let at = from; at < end; at = lines.at(-1)?.end ?? end) lines.push(lineAt(text, at, lineEnd(text, at, end)));
  return lines;
}

const TAG_LINE = /^\s*<.*>$/;
const DRAWN_LINE = /^[-=_─━═\s]+$/;

function lineAt(text: string, from: number, end: number): TableLine {
  const content = skipIndent(text, from, end);
  const line = text.slice(from, Math.min(end, from + COLUMNS_MAX)).trimEnd();
  const indent = content - from;
  const isBlank = line.length <= indent;
  const isRule = !isBlank && (DRAWN_LINE.test(line) || TAG_LINE.test(line));
  // The rows of Markdown have a cutter of their own.
  const gaps = isRule || isBlank || line.charAt(indent) === "|" ? [] : gapsIn(line, indent);
  return { from, end, indent: isBlank ? 0 : indent, length: isBlank ? 0 : line.length, gaps, isRule };
}

/** The blanks between cells: not those after the marker of an item or between two sentences. */
function gapsIn(line: string, indent: number): readonly Range[] {
  const gaps = Array.from(line.matchAll(GAPS), ({ index, 0: blanks }) => ({ from: index, to: index + blanks.length }));
  return gaps.slice(0, GAPS_MAX).filter(({ from, to }, place) => {
    if (place === 0 && isMarker(line, indent, from)) return false;
    const isSentence = mayEndSentence(line.charCodeAt(from - 1)) && line.charCodeAt(from - 2) !== FULL_STOP;
    return !isSentence || to - from >= WIDE_GAP_COLUMNS;
  });
}

/** True for one word that marks an item, or that ends in a colon such as the line numbers of a listing. */
function isMarker(line: string, from: number, to: number): boolean {
  if (line.slice(from, to).includes(" ")) return false;
  return opensItem(line, from) || line.charCodeAt(to - 1) === COLON;
}

/**
 * The columns that are blank in the three lines from `place` on, rules and labels aside; none if they are not a table.
 */
function guttersAt(text: string, lines: readonly TableLine[], place: number): readonly Range[] {
  const rows: TableLine[] = [];
  let labels = 0;
  for (let at = place; at < lines.length && rows.length < LINES_MIN; at++) {
    const line = lines[at];
    if (line?.isRule && rows.length > 0) continue;
    if (line === undefined) return [];
    // A label starts no deeper than the row below it.
    if (rows.length > 0 && isBare(text, line) && labels < LABELS_MAX && line.indent <= (lines[at + 1]?.indent ?? 0))
      labels++;
    else if (hasCells(line)) rows.push(line);
    else return [];
  }
  const isWide = ({ gaps }: TableLine) => gaps.some(({ from, to }) => to - from >= WIDE_GAP_COLUMNS);
  if (rows.length < LINES_MIN || rows.filter(isWide).length < LINES_MIN - 1) return [];
  return rows
    .map(blanksOf)
    .reduce(commonOf)
    .filter(({ from }) => rows.some(({ indent }) => indent < from));
}

/** True for two or more cells, unless they are the halves of a printed page. */
function hasCells({ gaps, indent, length }: TableLine): boolean {
  const [gap] = gaps;
  if (gap === undefined) return false;
  return gaps.length > 1 || Math.min(gap.from - indent, length - gap.to) <= CELL_COLUMNS_MAX;
}

function blanksOf({ indent, gaps }: TableLine): readonly Range[] {
  return [{ from: 0, to: indent }, ...gaps];
}

function commonOf(some: readonly Range[], others: readonly Range[]): readonly Range[] {
  return some.flatMap((one) =>
    others
      .map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }))
      .filter(({ from, to }) => to - from >= GAP_COLUMNS),
  );
}

/** True for a row of the table: a gap between its cells lies in a gutter. */
function isRow(line: TableLine | undefined, gutters: readonly Range[]): boolean {
  if (line === undefined || !hasCells(line)) return false;
  return line.gaps.some((gap) => gutters.some(({ from, to }) => gap.from < to && from < gap.to));
}

/** Includes the lines right above the first row that are rules or start beyond the first column. */
function headerStart(lines: readonly TableLine[], place: number, free: number, firstEnd: number): number {
  let start = place;
  while (start > Math.max(free, place - HEADER_LINES_MAX)) {
    const above = lines[start - 1];
    if (above === undefined || !(above.isRule || above.indent >= firstEnd)) break;
    start--;
  }
  return start;
}

/** The place of the first line after the table. */
function placeAfter(text: string, lines: readonly TableLine[], start: number, gutters: readonly Range[]): number {
  const firstEnd = gutters[0]?.from ?? 0;
  let at = start;
  for (let line = lines[at]; line !== undefined; line = lines[at]) {
    const isMore = line.isRule || line.indent >= firstEnd || isRow(line, gutters);
    if (!isMore && !(line.length === 0 ? goesOn(text, lines, at + 1, gutters) : isLabel(text, lines, at, gutters)))
      break;
    at++;
  }
  return at;
}

/** True for a short line without values, right above a row or above another label. */
function isLabel(text: string, lines: readonly TableLine[], at: number, gutters: readonly Range[]): boolean {
  return (
    isBare(text, lines[at]) &&
    (isRow(lines[at + 1], gutters) || (isBare(text, lines[at + 1]) && isRow(lines[at + 2], gutters)))
  );
}

function isBare(text: string, line: TableLine | undefined): boolean {
  if (line === undefined || line.length === 0 || line.length > LABEL_COLUMNS_MAX || line.gaps.length > 0) return false;
  return !mayEndSentence(text.charCodeAt(line.from + line.length - 1));
}

/** True if the lines below a blank one are rows with figures, or a label and such rows: not another header. */
function goesOn(text: string, lines: readonly TableLine[], at: number, gutters: readonly Range[]): boolean {
  const row = lines[isBare(text, lines[at]) ? at + 1 : at];
  return row !== undefined && isRow(row, gutters) && row.indent < (gutters[0]?.from ?? 0) && hasFigures(text, row);
}

/** True for a line whose last cell starts with a digit and is not a year. */
export function hasFigures(text: string, line: TableLine): boolean {
  const cell = lastCell(text, line);
  return !YEAR.test(cell) && isDigit(cell.charCodeAt(cell.search(LETTER_OR_DIGIT)));
}

/** True for a line whose last cell is a year. */
export function isYears(text: string, line: TableLine): boolean {
  return YEAR.test(lastCell(text, line));
}

const YEAR = /^(?:19|20)\d\d$/;
const LETTER_OR_DIGIT = /[\d\p{L}]/u;

function lastCell(text: string, { from, length, gaps }: TableLine): string {
  return text.slice(from + (gaps.at(-1)?.to ?? 0), from + length);
}
