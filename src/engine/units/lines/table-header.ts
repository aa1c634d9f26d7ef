// Finds the header of a table and the caption above it. Exports of spreadsheets open with titles, dates and blank
// lines, and some have a row of units (`,,kg,`) below the header. Rows come in, places go out; cuts nothing.
import { isBlank, isDigit, lineEnd } from "../../../text/characters.ts";
import { countCells, countFilledCells, isRuleLine, rowEnd, type Separator } from "./table-cells.ts";

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

/** The number of cells that most rows have. Of equally frequent numbers, the first. */
export function modalCells(rows: readonly string[], separator: Separator): number {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const cells = countCells(row, separator);
    if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1);
  }
  let modal = 1;
  for (const [cells, count] of counts) if (count > (counts.get(modal) ?? 0)) modal = cells;
  return modal;
}

/** The place of the header among the first rows: the first that has `columns` cells and names some; -1 if none. */
export function headerPlace(rows: readonly string[], separator: Separator, columns: number): number {
  const place = rows.findIndex((row) => countCells(row, separator) === columns && hasValues(row, separator));
  return place > CAPTION_LINES_MAX ? -1 : place;
}

/** False for a line of a caption and for a note: all cells but one are empty, or there is only one. */
export function hasValues(row: string, separator: Separator): boolean {
  return countFilledCells(row, separator) >= NAMES_MIN;
}

interface Row {
  readonly start: number;
  readonly end: number;
}

/** Finds the header of the table in `[from, end)`; null if the table is only rules and blank lines. */
export function tableTop(text: string, from: number, end: number, separator: Separator): TableTop | null {
  const rows = firstRows(text, from, end, separator);
  const lines = rows.map((row) => text.slice(row.start, row.end));
  const found = separator === " " ? 0 : headerPlace(lines, separator, modalCells(lines, separator));
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
