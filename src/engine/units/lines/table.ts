// Cuts tables in text form: CSV, TSV, Markdown, ASCII art, and space-aligned columns as `ps`, `kubectl` and `df` print
// them. Each row is a unit that depends on the header. A text and its sample come in, units go out; never interprets
// what is in a cell.
import { SPACE, TAB } from "../../../text/characters.ts";
import { holdsTime, repeatTemplates } from "../../../text/log-events.ts";
import { addPiece, type Draft, openBlock, seal } from "../draft.ts";
import { LINE_CHARS_MAX, mayContain, mayHaveGaps, oncePerSample, type Sample } from "../line-patterns.ts";
import {
  countCells,
  hasOpenQuote,
  hasValues,
  headerPlace,
  isDrawn,
  isRuleLine,
  rowEnd,
  type Separator,
  type SplitRows,
  splitRows,
  type TableTop,
  tableTop,
} from "./table-rows.ts";

/** Shorter rows share a unit: a single digit is not worth a gap mark. */
const ROW_UNIT_CHARS = 24;

/** A rule drawn below a row joins the row's unit, up to this length. */
const TAILED_ROW_CHARS = 1000;

interface TableFrame {
  readonly separator: Separator;
  /** The unit the whole table depends on, or -1. */
  readonly outer: number;
}

/**
 * Cuts `[draft.at, end)` into rows, each counting as one. The caption, the header, rules and lines with a single cell
 * do not count. The header depends on the caption. In a file of rows, these two are a block of their own, so that their
 * words choose the table and not the rows right below them.
 */
export function cutTable(draft: Draft, end: number, { separator, outer }: TableFrame): void {
  const { text } = draft;
  const top = tableTop(text, draft.at, end, separator);
  if (top === null) {
    addPiece(draft, end, { count: 0, joinUpTo: TAILED_ROW_CHARS }, { head: outer, context: "" });
    return;
  }
  const head = addTop(draft, top, outer);
  if (!isDrawn(separator)) openBlock(draft);
  for (let from = draft.at; from < end; ) {
    const stop = rowEnd(text, from, end, separator);
    const isRule = isRuleLine(text, from, stop);
    const count = isRule || countCells(text.slice(from, stop), separator) < 2 ? 0 : 1;
    addPiece(draft, stop, { count, joinUpTo: isRule ? TAILED_ROW_CHARS : ROW_UNIT_CHARS }, { head, context: "" });
    from = stop;
  }
}

/** Adds the caption and the header. Returns the unit of the header. */
function addTop(draft: Draft, { captionEnd, headerEnd }: TableTop, outer: number): number {
  const hasCaption = captionEnd > draft.at;
  const caption = addPiece(draft, captionEnd, { count: 0, joinUpTo: 0 }, { head: outer, context: "" });
  seal(draft);
  const above = hasCaption ? caption : outer;
  const head = addPiece(draft, headerEnd, { count: 0, joinUpTo: 0 }, { head: above, context: "" });
  seal(draft);
  return head;
}

/** With fewer lines or columns, a text is not a table. */
const LINES_MIN = 3;
const COLUMNS_MIN = 2;

/** Commas and semicolons also occur in sentences, so they take more to prove a table. */
const PUNCTUATED_LINES_MIN = 4;
const PUNCTUATED_COLUMNS_MIN = 3;

/** A caption has at most this many lines for each line from the header on. */
const CAPTION_SHARE_MAX = 0.5;

/** Of several separators, the first that fits counts: tabs and bars are rarer in text than commas. */
const SEPARATORS = ["\t", "|", ";", ","] as const;

/** At most this many lines below a table are notes such as `(3 rows)`. */
const NOTES_MAX = 3;

/** This many lines show whether a text is a table. */
const LINES_LOOKED_AT = 60;

/** A line of at least this length may be running text. */
const RUNNING_LINE_CHARS = 200;

/** A row with an open quote is read up to this length. */
const OPEN_ROW_CHARS_MAX = 2000;

/** Minimum share of lines with as many cells as the header. */
const SAME_CELLS_SHARE = 0.9;

const DIGIT = /\d/;

/** The separator of cells, or null for no table. Named columns come first, because their cells may hold commas. */
export const separatorOf = oncePerSample((sample): Separator | null => {
  return areNamedColumns(sample) ? " " : (cellsOf(sample)?.separator ?? null);
});

/** What splits most lines into the same number of cells, and the header of these cells. */
interface Cells {
  readonly separator: Separator;
  readonly header: string;
}

/** Null if no separator splits most lines into the same number of cells. */
const cellsOf = oncePerSample((sample): Cells | null => {
  const { lines } = sample;
  if (lines.length < LINES_MIN) return null;
  const rows = rowsOf(lines);
  for (const separator of SEPARATORS) {
    const header = mayContain(sample, separator) ? headerOf(rows, separator) : null;
    if (header !== null) return { separator, header };
  }
  return null;
});

/**
 * True for a table below a header without digits. Its rows may open with dates like the events of a log, but a log has
 * no header.
 */
export function isHeadedTable(sample: Sample): boolean {
  const cells = cellsOf(sample);
  return cells !== null && !DIGIT.test(cells.header);
}

/** Minimum number of rows, and share of the rows with a time, of an exported log. */
const EVENTS_MIN = 8;
const EVENTS_SHARE_MIN = 0.8;

/** True for a table whose rows are events of a log: they have a time, and repeat a few templates. */
export function areEventRows(sample: Sample): boolean {
  const [, ...rows] = sample.lines;
  // The first rows alone rule out most texts.
  if (!rows.slice(0, EVENTS_MIN).some(holdsTime)) return false;
  if (separatorOf(sample) === null) return false;
  const events = rows.filter(holdsTime);
  return events.length >= EVENTS_MIN && events.length >= EVENTS_SHARE_MIN * rows.length && repeatTemplates(events);
}

/** The header of a table with this separator; null if the rows are no such table. */
function headerOf(rows: readonly string[], separator: Separator): string | null {
  const isPunctuation = separator === "," || separator === ";";
  const split = splitRows(rows, separator);
  const { cells, columns } = split;
  if (columns < (isPunctuation ? PUNCTUATED_COLUMNS_MIN : COLUMNS_MIN)) return null;
  const from = headerPlace(split);
  if (from === -1) return null;
  let to = rows.length;
  while (to > from && rows.length - to < NOTES_MAX && !hasValues(rows[to - 1] ?? "", separator)) to--;
  const count = to - from;
  if (count < (isPunctuation ? PUNCTUATED_LINES_MIN : LINES_MIN) || from > CAPTION_SHARE_MAX * count) return null;
  let left = Math.floor((1 - SAME_CELLS_SHARE) * count);
  for (let i = from; i < to && left >= 0; i++) if (!hasCells(rows[i] ?? "", cells[i] ?? 0, split)) left--;
  return left >= 0 ? (rows[from] ?? "") : null;
}

/** The lines except rules. A line whose quoted cell continues on the next line is joined with it. */
function rowsOf(lines: readonly string[]): readonly string[] {
  const rows: string[] = [];
  const end = Math.min(lines.length, LINES_LOOKED_AT);
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

/**
 * Tests for the expected number of cells. A line cut by the sample may have fewer. In running text, a space follows
 * most commas.
 */
function hasCells(line: string, cells: number, { separator, columns }: SplitRows): boolean {
  if (line.length >= RUNNING_LINE_CHARS && 2 * (cells - countCells(line, separator, " ") + 1) <= cells) return false;
  return cells === columns || (line.length >= LINE_CHARS_MAX && cells < columns);
}

/** With fewer lines, gutters may be chance. */
const ALIGNED_LINES_MIN = 5;

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

/** A header of names: `Netid State Recv-Q`, `USER PID %CPU`. Two capitalised words may begin a sentence. */
const NAMES = /^\s*(?:[A-Z%]\S*\s+){2,}[A-Z%]\S*\s*$/;

/** True for columns below a header of names. Code has none, so cells may look like code: `users:(("sshd",pid=7))`. */
function areNamedColumns(sample: Sample): boolean {
  return NAMES.test(sample.lines[0] ?? "") && areColumns(sample);
}

/** True for columns that are aligned with spaces. */
export function areColumns(sample: Sample): boolean {
  const { lines } = sample;
  if (lines.length < ALIGNED_LINES_MIN || !mayHaveGaps(sample)) return false;
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
