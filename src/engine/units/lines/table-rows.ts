// Reads the rows of a table: their ends and cells, the header and the caption above it. Exports of spreadsheets open
// with titles, dates and blank lines, and some have a row of units (`,,kg,`) below the header. Rows come in, places and
// numbers go out; cuts nothing and never interprets what is in a cell.
import { isBlank, isDigit, lineEnd, QUOTE, skipIndent } from "../../../text/characters.ts";

/** A space stands for columns aligned with spaces. */
export type Separator = "," | "\t" | ";" | "|" | " ";

/** Characters that a cell without a value may hold: spaces, quotes and dashes. */
const EMPTY_CELL = new Set([..." \t\r\n\"'-–—"].map((mark) => mark.charCodeAt(0)));

/** A quoted CSV cell may contain line breaks. After this many lines, its quote counts as unclosed. */
const CELL_LINES_MAX = 40;

/** The end of the row that starts at `start`. In CSV, its quoted cells may span lines. */
export function rowEnd(text: string, start: number, end: number, separator: Separator): number {
  const stop = lineEnd(text, start, end);
  return isDrawn(separator) ? stop : quotedRowEnd(text, start, end, stop);
}

/** Tables drawn with bars or spaces are made for reading. Other separators make files, whose cells may be quoted. */
export function isDrawn(separator: Separator): boolean {
  return separator === "|" || separator === " ";
}

function quotedRowEnd(text: string, start: number, end: number, first: number): number {
  let stop = start;
  let isOpen = false;
  for (let lines = 0; lines < CELL_LINES_MAX && stop < end; lines++) {
    const from = stop;
    stop = lineEnd(text, from, end);
    if (hasOpenQuote(text.slice(from, stop))) isOpen = !isOpen;
    if (!isOpen) return stop;
  }
  return first;
}

export function hasOpenQuote(row: string): boolean {
  let isOpen = false;
  for (let at = row.indexOf('"'); at !== -1; at = row.indexOf('"', at + 1)) isOpen = !isOpen;
  return isOpen;
}

const QUOTED = /"[^"]*(?:"|$)/g;

/**
 * Counts the cells of a line, ignoring separators inside double quotes. If `next` is given, only separators right
 * before that character count.
 */
export function countCells(line: string, separator: string, next = ""): number {
  const bare = line.includes('"') ? line.replace(QUOTED, '"') : line;
  const mark = separator + next;
  let cells = 1;
  for (let at = bare.indexOf(mark); at !== -1; at = bare.indexOf(mark, at + 1)) cells++;
  return cells;
}

/** Counts the cells that hold more than spaces and dashes, at most up to `most`. */
function countFilledCells(line: string, separator: string, most = Number.POSITIVE_INFINITY): number {
  const mark = separator.charCodeAt(0);
  let filled = 0;
  let quoted = false;
  let isFilled = false;
  for (let i = 0; i < line.length && filled < most; i++) {
    const code = line.charCodeAt(i);
    if (code === QUOTE) quoted = !quoted;
    if (code === mark && !quoted) isFilled = false;
    else if (!isFilled && !EMPTY_CELL.has(code)) {
      isFilled = true;
      filled++;
    }
  }
  return filled;
}

/** True for a line made only of the characters that draw tables. */
export function isRuleLine(text: string, start: number, end: number): boolean {
  let drawn = 0;
  for (let i = skipIndent(text, start, end); i < end; i++) {
    const letter = text.charAt(i);
    if ("-=+|:_─━═┼┬┴├┤╔╗╚╝╠╣╦╩╬║│┌┐└┘".includes(letter)) drawn++;
    else if (!" \t\r\n".includes(letter)) return false;
  }
  return drawn >= 3;
}

/** More lines above the header are a text of their own. */
const CAPTION_LINES_MAX = 6;

/** This many rows show the usual number of cells, although some belong to the caption. */
const ROWS_LOOKED_AT = 24;

/** A row with fewer values names no columns. */
const NAMES_MIN = 2;

/** Units are short: `degC`, `pieces`, `EUR/kg`. */
const UNIT_CHARS_MAX = 8;

/** A longer row is not split to look for units. */
const UNITS_ROW_CHARS_MAX = 2000;

/** Share of the cells of a row of units that may hold one. The columns of names, dates and texts have none. */
const UNITS_SHARE_MAX = 0.5;

export interface TableTop {
  /** Where the caption ends. It is empty if the table opens with its header. */
  readonly captionEnd: number;
  /** Where the header ends, with the rule and the row of units below it. */
  readonly headerEnd: number;
}

/** The number of cells that most rows have. Of equally frequent numbers, the first. @param cells of each row */
function modalCells(cells: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const count of cells) if (count > 1) counts.set(count, (counts.get(count) ?? 0) + 1);
  let modal = 1;
  for (const [count, times] of counts) if (times > (counts.get(modal) ?? 0)) modal = count;
  return modal;
}

/** What rows hold when they are split at `separator`. */
export interface SplitRows {
  readonly rows: readonly string[];
  readonly separator: Separator;
  /** The number of cells of each row, and of most rows. */
  readonly cells: readonly number[];
  readonly columns: number;
}

export function splitRows(rows: readonly string[], separator: Separator): SplitRows {
  const cells = rows.map((row) => countCells(row, separator));
  return { rows, separator, cells, columns: modalCells(cells) };
}

/** The place of the header among the first rows: the first with `columns` cells and several values; -1 if none. */
export function headerPlace({ rows, separator, cells, columns }: SplitRows): number {
  const place = rows.findIndex((row, at) => cells[at] === columns && hasValues(row, separator));
  return place > CAPTION_LINES_MAX ? -1 : place;
}

/** False for a line of a caption and for a note: all cells but one are empty, or there is only one. */
export function hasValues(row: string, separator: Separator): boolean {
  return countFilledCells(row, separator, NAMES_MIN) === NAMES_MIN;
}

interface Row {
  readonly start: number;
  readonly end: number;
}

/** Finds the header of the table in `[from, end)`; null if the table is only rules and blank lines. */
export function tableTop(text: string, from: number, end: number, separator: Separator): TableTop | null {
  const rows = firstRows(text, from, end, separator);
  const lines = rows.map((row) => text.slice(row.start, row.end));
  const found = separator === " " ? 0 : headerPlace(splitRows(lines, separator));
  const place = Math.max(0, found);
  const header = rows[place];
  if (header === undefined) return null;
  const above = rows[place - 1];
  const captionEnd = above === undefined ? from : afterBlanks(text, above.end, end);
  const stop = afterRule(text, header.end, end);
  const next = rows[place + 1];
  const hasUnits = next?.start === stop && isRowOfUnits(text.slice(next.start, next.end), separator);
  return { captionEnd, headerEnd: hasUnits ? afterRule(text, next.end, end) : stop };
}

/** The first rows that are neither blank nor drawn. */
function firstRows(text: string, from: number, end: number, separator: Separator): readonly Row[] {
  const rows: Row[] = [];
  for (let start = from; start < end && rows.length < ROWS_LOOKED_AT; ) {
    const stop = rowEnd(text, start, end, separator);
    if (!isBlank(text, start, stop) && !isRuleLine(text, start, stop)) rows.push({ start, end: stop });
    start = stop;
  }
  return rows;
}

function afterBlanks(text: string, from: number, end: number): number {
  let at = from;
  for (let stop = lineEnd(text, at, end); at < end && isBlank(text, at, stop); stop = lineEnd(text, at, end)) at = stop;
  return at;
}

function afterRule(text: string, from: number, end: number): number {
  const stop = lineEnd(text, from, end);
  return isRuleLine(text, from, stop) ? stop : from;
}

/** Units below the names of columns: short words without digits, in some of the columns. */
function isRowOfUnits(row: string, separator: Separator): boolean {
  if (separator === " " || row.length > UNITS_ROW_CHARS_MAX) return false;
  const filled = countFilledCells(row, separator);
  if (filled === 0 || filled > UNITS_SHARE_MAX * countCells(row, separator)) return false;
  for (let at = 0; at < row.length; at++) if (isDigit(row.charCodeAt(at))) return false;
  return row.split(separator).every((cell) => cell.trim().length <= UNIT_CHARS_MAX);
}
