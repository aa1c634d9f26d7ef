// Tables as text: CSV, TSV, Markdown, ASCII art and columns of blanks. Every row is a unit, the header is the head of
// all of them.
import { QUOTE } from "./char-codes.ts";
import { addPiece, type Draft, seal } from "./draft.ts";
import { lineEnd, skipIndent } from "./offsets.ts";
import { LINE_CHARS_MAX, type Sample } from "./sample.ts";

/** Fewer lines are no table worth the name. */
const TABLE_LINES_MIN = 3;

/** Commas and semicolons part sentences too: it takes more lines to be sure of a table. */
const PUNCTUATED_LINES_MIN = 4;

/** Lines that are compared. */
const TABLE_LINES_LOOKED_AT = 60;

/** From this length on a line may be running text. */
const RUNNING_LINE_CHARS = 200;

/** A row with an open quote is given up at this length. */
const OPEN_ROW_CHARS_MAX = 2000;

/** Share of lines that must have as many cells as the first. */
const SAME_CELLS_SHARE = 0.9;

/** Rows shorter than this are put together: one digit is not worth a gap mark. */
const ROW_UNIT_CHARS = 24;

/** Rules drawn between or below rows belong to the row above them, up to this size. */
const TAILED_ROW_CHARS = 1000;

/** A quoted CSV cell may hold line breaks; an unclosed quote is given up after this many lines. */
const CELL_LINES_MAX = 40;

/** A blank stands for columns that are drawn with blanks. */
export type Separator = "," | "\t" | ";" | "|" | " ";

export interface TableFrame {
  readonly separator: Separator;
  /** The unit the whole table hangs on, or -1. */
  readonly outer: number;
}

/** Cuts `[draft.at, end)` into rows; each counts one, the header, rules and lines without a second cell none. */
export function cutTable(draft: Draft, end: number, { separator, outer }: TableFrame): void {
  const { text } = draft;
  const quoted = separator !== "|" && separator !== " ";
  let head = -1;
  let from = draft.at;
  while (from < end) {
    let stop = quoted ? rowEnd(text, from, end) : lineEnd(text, from, end);
    const isRule = isRuleLine(text, from, stop);
    const count = head === -1 || isRule || cellsOf(text.slice(from, stop), separator) < 2 ? 0 : 1;
    from = stop;
    // Rules above the header belong to it.
    if (isRule && head === -1) continue;
    if (head === -1) {
      // So does the rule right below.
      const below = lineEnd(text, stop, end);
      if (isRuleLine(text, stop, below)) stop = below;
      from = stop;
      head = addPiece(draft, stop, { count, joinUpTo: 0 }, { head: outer, context: "" });
      seal(draft);
    } else {
      const joinUpTo = isRule ? TAILED_ROW_CHARS : ROW_UNIT_CHARS;
      addPiece(draft, stop, { count, joinUpTo }, { head, context: "" });
    }
  }
  // Rules without a header are all there is of the table.
  if (head === -1) addPiece(draft, end, { count: 0, joinUpTo: TAILED_ROW_CHARS }, { head: outer, context: "" });
}

/** A line of nothing but the characters tables are drawn with. */
function isRuleLine(text: string, start: number, end: number): boolean {
  let drawn = 0;
  for (let i = skipIndent(text, start, end); i < end; i++) {
    const letter = text.charAt(i);
    if ("-=+|:_─━═┼┬┴├┤╔╗╚╝╠╣╦╩╬║│┌┐└┘".includes(letter)) drawn++;
    else if (!" \t\r\n".includes(letter)) return false;
  }
  return drawn >= 3;
}

/** The end of a CSV row whose quoted cells may span lines. */
function rowEnd(text: string, start: number, end: number): number {
  let stop = start;
  let quotes = 0;
  for (let lines = 0; lines < CELL_LINES_MAX && stop < end; lines++) {
    const from = stop;
    stop = lineEnd(text, from, end);
    for (let i = from; i < stop; i++) if (text.charCodeAt(i) === QUOTE) quotes++;
    if (quotes % 2 === 0) return stop;
  }
  return lineEnd(text, start, end);
}

/** The separator that parts most lines into the same number of cells, or null when the text is no table. */
export function tableSeparator({ lines }: Sample): Separator | null {
  if (lines.length < TABLE_LINES_MIN) return null;
  const rows = logicalRows(lines.slice(0, TABLE_LINES_LOOKED_AT)).filter((line) => !isRuleLine(line, 0, line.length));
  for (const separator of ["\t", "|", ";", ","] as const) {
    const isPunctuation = separator === "," || separator === ";";
    // A title may stand above the header: the second row's cells count as well.
    const columns = Math.max(cellsOf(rows[0] ?? "", separator), cellsOf(rows[1] ?? "", separator));
    if (columns < (isPunctuation ? 3 : 2) || (isPunctuation && rows.length < PUNCTUATED_LINES_MIN)) continue;
    const misfits = Math.floor((1 - SAME_CELLS_SHARE) * rows.length);
    // A line such as `(3 rows)` may stand below even a small table drawn with bars or tabs.
    let left = isPunctuation ? misfits : Math.max(misfits, rows.length > TABLE_LINES_MIN ? 1 : 0);
    for (let i = 0; i < rows.length && left >= 0; i++) if (!hasCells(rows[i] ?? "", separator, columns)) left--;
    if (left >= 0) return separator;
  }
  return null;
}

/** Lines whose quoted cells go on in the next line, put together with it. */
function logicalRows(lines: readonly string[]): readonly string[] {
  const rows: string[] = [];
  let open = "";
  for (const line of lines) {
    const row = open === "" ? line : `${open}\n${line}`;
    // A line the sample cut short says nothing of its quotes.
    const isOpen = line.length < LINE_CHARS_MAX && row.includes('"') && row.split('"').length % 2 === 0;
    if (isOpen && row.length < OPEN_ROW_CHARS_MAX) open = row;
    else {
      rows.push(row);
      open = "";
    }
  }
  return rows;
}

/** A line cut by the sample may have fewer cells than it should. In running text a blank follows most commas. */
function hasCells(line: string, separator: string, columns: number): boolean {
  const cells = cellsOf(line, separator);
  if (line.length >= RUNNING_LINE_CHARS && 2 * (cells - cellsOf(line, separator, " ") + 1) <= cells) return false;
  return cells === columns || (line.length >= LINE_CHARS_MAX && cells < columns);
}

/** Cells of a line; separators inside double quotes part nothing. With `next`, only those before that character do. */
function cellsOf(line: string, separator: string, next: string | null = null): number {
  if (!line.includes(separator)) return 1;
  const mark = separator.charCodeAt(0);
  let cells = 1;
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === QUOTE) quoted = !quoted;
    else if (code === mark && !quoted && (next === null || line.startsWith(next, i + 1))) cells++;
  }
  return cells;
}
