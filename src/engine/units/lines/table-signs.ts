// Is a text a table, and what parts the cells of its rows?
import { QUOTE } from "../../../text/char-codes.ts";
import { skipIndent } from "../../../text/offsets.ts";
import { LINE_CHARS_MAX, type Sample } from "../sample.ts";

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

/** A blank stands for columns that are drawn with blanks. */
export type Separator = "," | "\t" | ";" | "|" | " ";

/** The separator that parts most lines into the same number of cells, or null when the text is no table. */
export function tableSeparator({ lines }: Sample): Separator | null {
  if (lines.length < TABLE_LINES_MIN) return null;
  const rows = rowsOf(lines);
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

/** Lines but rules; those whose quoted cells go on in the next line are put together with it. */
function rowsOf(lines: readonly string[]): readonly string[] {
  const rows: string[] = [];
  const end = Math.min(lines.length, TABLE_LINES_LOOKED_AT);
  let open = "";
  for (let at = 0; at < end; at++) {
    const line = lines[at] ?? "";
    const row = open === "" ? line : `${open}\n${line}`;
    // A line the sample cut short says nothing of its quotes.
    const isOpen = line.length < LINE_CHARS_MAX && row.length < OPEN_ROW_CHARS_MAX && hasOpenQuote(row);
    open = isOpen ? row : "";
    if (!isOpen && !isRuleLine(row, 0, row.length)) rows.push(row);
  }
  return rows;
}

function hasOpenQuote(row: string): boolean {
  let isOpen = false;
  for (let at = row.indexOf('"'); at !== -1; at = row.indexOf('"', at + 1)) isOpen = !isOpen;
  return isOpen;
}

/** A line cut by the sample may have fewer cells than it should. In running text a blank follows most commas. */
function hasCells(line: string, separator: string, columns: number): boolean {
  const cells = cellsOf(line, separator);
  if (line.length >= RUNNING_LINE_CHARS && 2 * (cells - cellsOf(line, separator, " ") + 1) <= cells) return false;
  return cells === columns || (line.length >= LINE_CHARS_MAX && cells < columns);
}

/** Cells of a line; separators inside double quotes part nothing. With `next`, only those before that character do. */
export function cellsOf(line: string, separator: string, next: string | null = null): number {
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

/** A line of nothing but the characters tables are drawn with. */
export function isRuleLine(text: string, start: number, end: number): boolean {
  let drawn = 0;
  for (let i = skipIndent(text, start, end); i < end; i++) {
    const letter = text.charAt(i);
    if ("-=+|:_─━═┼┬┴├┤╔╗╚╝╠╣╦╩╬║│┌┐└┘".includes(letter)) drawn++;
    else if (!" \t\r\n".includes(letter)) return false;
  }
  return drawn >= 3;
}
