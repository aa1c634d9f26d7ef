// Cuts tables in text form: CSV, TSV, Markdown, ASCII art, and space-aligned columns as `ps`, `kubectl` and `df` print
// them. Each row is a unit that depends on the header. A text and its sample come in, units go out; never interprets
// what is in a cell.
import { lineEnd, QUOTE, SPACE, skipIndent, TAB } from "../../../text/characters.ts";
import { addPiece, type Draft, seal } from "../draft.ts";
import { LINE_CHARS_MAX, type Sample } from "../line-patterns.ts";

/** Shorter rows share a unit: a single digit is not worth a gap mark. */
const ROW_UNIT_CHARS = 24;

/** A rule drawn below a row joins the row's unit, up to this length. */
const TAILED_ROW_CHARS = 1000;

/** A quoted CSV cell may contain line breaks. After this many lines, its quote counts as unclosed. */
const CELL_LINES_MAX = 40;

interface TableFrame {
  readonly separator: Separator;
  /** The unit the whole table depends on, or -1. */
  readonly outer: number;
}

/**
 * Cuts `[draft.at, end)` into rows, each counting as one. The header, rules and lines with a single cell do not count.
 */
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
      // So does the rule right below it.
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
  // There is no header: the whole table consists of rules.
  if (head === -1) addPiece(draft, end, { count: 0, joinUpTo: TAILED_ROW_CHARS }, { head: outer, context: "" });
}

/** The end of a CSV row, whose quoted cells may span lines. */
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

/** Fewer lines are not a table. */
const TABLE_LINES_MIN = 3;

/** Commas and semicolons also occur in sentences, so they take more lines to prove a table. */
const PUNCTUATED_LINES_MIN = 4;

/** How many lines are compared. */
const TABLE_LINES_LOOKED_AT = 60;

/** A line of at least this length may be running text. */
const RUNNING_LINE_CHARS = 200;

/** A row with an open quote is read up to this length. */
const OPEN_ROW_CHARS_MAX = 2000;

/** Minimum share of lines with as many cells as the header. */
const SAME_CELLS_SHARE = 0.9;

/** A space stands for columns aligned with spaces. */
type Separator = "," | "\t" | ";" | "|" | " ";

/** The separator that splits most lines into the same number of cells, or null if the text is not a table. */
export function tableSeparator({ lines }: Sample): Separator | null {
  if (lines.length < TABLE_LINES_MIN) return null;
  const rows = rowsOf(lines);
  for (const separator of ["\t", "|", ";", ","] as const) {
    const isPunctuation = separator === "," || separator === ";";
    // There may be a title above the header, so the cells of the second row count as well.
    const columns = Math.max(cellsOf(rows[0] ?? "", separator), cellsOf(rows[1] ?? "", separator));
    if (columns < (isPunctuation ? 3 : 2) || (isPunctuation && rows.length < PUNCTUATED_LINES_MIN)) continue;
    const misfits = Math.floor((1 - SAME_CELLS_SHARE) * rows.length);
    // Even a small table drawn with bars or tabs may end with a line such as `(3 rows)`.
    let left = isPunctuation ? misfits : Math.max(misfits, rows.length > TABLE_LINES_MIN ? 1 : 0);
    for (let i = 0; i < rows.length && left >= 0; i++) if (!hasCells(rows[i] ?? "", separator, columns)) left--;
    if (left >= 0) return separator;
  }
  return null;
}

/** The lines except rules. A line whose quoted cell continues on the next line is joined with it. */
function rowsOf(lines: readonly string[]): readonly string[] {
  const rows: string[] = [];
  const end = Math.min(lines.length, TABLE_LINES_LOOKED_AT);
  let open = "";
  for (let at = 0; at < end; at++) {
    const line = lines[at] ?? "";
    const row = open === "" ? line : `${open}\n${line}`;
    // If the sample cut a line short, its quotes prove nothing.
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

/**
 * Tests for the expected number of cells. A line cut by the sample may have fewer. In running text, a space follows
 * most commas.
 */
function hasCells(line: string, separator: string, columns: number): boolean {
  const cells = cellsOf(line, separator);
  if (line.length >= RUNNING_LINE_CHARS && 2 * (cells - cellsOf(line, separator, " ") + 1) <= cells) return false;
  return cells === columns || (line.length >= LINE_CHARS_MAX && cells < columns);
}

/**
 * Counts the cells of a line, ignoring separators inside double quotes. If `next` is given, only separators right
 * before that character count.
 */
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

/** True for a line made only of the characters that draw tables. */
function isRuleLine(text: string, start: number, end: number): boolean {
  let drawn = 0;
  for (let i = skipIndent(text, start, end); i < end; i++) {
    const letter = text.charAt(i);
    if ("-=+|:_─━═┼┬┴├┤╔╗╚╝╠╣╦╩╬║│┌┐└┘".includes(letter)) drawn++;
    else if (!" \t\r\n".includes(letter)) return false;
  }
  return drawn >= 3;
}

/** With fewer lines, gutters may be chance. */
const LINES_MIN = 5;

/** Gutters needed: two columns may be a mere list of names and their meanings. */
const GUTTERS_MIN = 2;

/** Share of lines that must be blank in a gutter: now and then a cell is wider than its column. */
const BLANK_SHARE_MIN = 0.95;

/** A gutter separates two columns only if this share of lines extends beyond it. */
const BEYOND_SHARE_MIN = 0.6;

/** Minimum share of lines with two or more spaces between two words. */
const SPACED_SHARE_MIN = 0.8;

/** Columns beyond this one are not searched for gutters. */
const COLUMNS_MAX = 200;

/** Matches a line with a gap between two words. */
const SPACED = /\S {2,}\S/;

/** A header of names has at least this many: two capitalised words may begin a sentence. */
const NAMES_MIN = 3;

/** Matches a word of a header: `Netid`, `%CPU`, `NAMESPACE`. */
const COLUMN_NAME = /^[A-Z%]/;

/** True for columns below a header of names. Code has none, so cells may look like code: `users:(("sshd",pid=7))`. */
export function areNamedColumns(lines: readonly string[]): boolean {
  const names = (lines[0] ?? "").trim().split(/\s+/);
  return names.length >= NAMES_MIN && names.every((name) => COLUMN_NAME.test(name)) && areColumns(lines);
}

export function areColumns(lines: readonly string[]): boolean {
  if (lines.length < LINES_MIN) return false;
  if (lines.filter((line) => SPACED.test(line)).length < SPACED_SHARE_MIN * lines.length) return false;
  let gutters = 0;
  let isInside = false;
  let hasText = false;
  for (let column = 0; column < COLUMNS_MAX && gutters < GUTTERS_MIN; column++) {
    const isBlank = isGutter(lines, column);
    if (!isBlank) hasText = true;
    // Blanks before the first column are indentation.
    if (isBlank && !isInside && hasText) gutters++;
    isInside = isBlank;
  }
  return gutters >= GUTTERS_MIN;
}

function isGutter(lines: readonly string[], column: number): boolean {
  let blank = 0;
  let beyond = 0;
  for (const line of lines) {
    if (column >= line.length || isBlankAt(line, column)) blank++;
    if (line.length > column + 1) beyond++;
  }
  return blank >= BLANK_SHARE_MIN * lines.length && beyond >= BEYOND_SHARE_MIN * lines.length;
}

function isBlankAt(line: string, column: number): boolean {
  const code = line.charCodeAt(column);
  return code === SPACE || code === TAB;
}
