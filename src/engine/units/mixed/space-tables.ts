// Cuts texts that are mostly tables laid out with spaces, each below a header and a caption of its own: the report of a
// laboratory, a list of drugs, the output of `sqlite3` or `iptables`. A text and its sample come in, units go out.
// Never interprets what is in a cell.
import { adoptUnits, type Draft, NO_FRAME } from "../draft.ts";
import { countOf, mayHaveGaps, oncePerSample } from "../line-patterns.ts";
import { cutLines } from "../lines/outline.ts";
import { cutLaidOutTable, headerLines } from "../prose/column-rows.ts";
import { type LaidOutTable, type TableLine, tableStart, tablesIn } from "../prose/columns.ts";

/** At least this share of the lines belongs to tables. */
const TABLE_SHARE_MIN = 0.5;

/** Matches a line with a gap between two words. Fewer such lines rule out most texts at once. */
const SPACED = /\S {2,}\S/;
const SPACED_SHARE_MIN = 0.4;

/** Gaps that a header shares with a row. A single one may be chance. */
const SHARED_GAPS_MIN = 2;

/** This many rows show whether the words of a header are in fact values. */
const ROWS_COMPARED = 8;

const CELL_GAP = / {2,}/;
const VALUE = /^[^\p{L}\d]*\d/u;

/** True if most lines of the sample are in tables with headers. */
export const areSpaceTables = oncePerSample((sample) => {
  const { lines, stretches } = sample;
  if (!mayHaveGaps(sample)) return false;
  if (countOf(sample, (line) => SPACED.test(line)) < SPACED_SHARE_MIN * lines.length) return false;
  let all = 0;
  let inTables = 0;
  let isHeaded = false;
  for (const stretch of stretches) {
    const tables = tablesIn(stretch, 0, stretch.length);
    // The header of a long table is in an earlier stretch.
    const found: readonly LaidOutTable[] = isHeaded ? tables : tables.filter((table) => hasHeader(stretch, table));
    isHeaded ||= found.length > 0;
    if (!isHeaded) return false;
    all += filledLines(stretch);
    inTables += found.flatMap((table) => table.lines).filter(({ length }) => length > 0).length;
  }
  return inTables >= TABLE_SHARE_MIN * all;
});

function filledLines(stretch: string): number {
  return stretch.split("\n").filter((line) => line.trim() !== "").length;
}

/**
 * True for a header with the columns of a row below it. It stands above a rule, has no first cell (dates above the
 * columns), or has names. The lines of a log may be aligned too, but its first line has the values of the others: a
 * time, a level.
 */
function hasHeader(text: string, table: LaidOutTable): boolean {
  const { lines, firstEnd } = table;
  const count = headerLines(text, table);
  const header = lines.slice(0, count);
  const rows = lines.slice(count, count + ROWS_COMPARED);
  const names = header.find((line) => rows.some((row) => sharedGaps(line, row) >= SHARED_GAPS_MIN));
  if (names === undefined) return false;
  if (names.indent >= firstEnd || header.some(({ isRule }) => isRule)) return true;
  const values = new Set(rows.flatMap((row) => cellsOf(text, row)));
  return cellsOf(text, names).every((cell) => !VALUE.test(cell) && !values.has(cell));
}

/** The number of gaps of a line that are, in part, also blank in a row. */
function sharedGaps(line: TableLine, row: TableLine): number {
  return line.gaps.filter((gap) => row.gaps.some(({ from, to }) => gap.from < to && from < gap.to)).length;
}

function cellsOf(text: string, { from, length }: TableLine): readonly string[] {
  return text
    .slice(from, from + length)
    .trim()
    .split(CELL_GAP);
}

/** Cuts `[draft.at, end)`. Each row counts as one; titles and notes do not count. */
export function cutSpaceTables(draft: Draft, end: number): void {
  let after = draft.at;
  for (const table of tablesIn(draft.text, draft.at, end)) {
    cutText(draft, tableStart(table));
    cutLaidOutTable(draft, table, NO_FRAME, after);
    after = draft.at;
  }
  cutText(draft, end);
}

/** Cuts the text up to `end`, which is in no table. */
function cutText(draft: Draft, end: number): void {
  const { length } = draft.units;
  const row = draft.units[length - 1];
  const count = row?.count ?? 0;
  cutLines(draft, end);
  // Blank lines have joined the row above them.
  if (row !== undefined) row.count = count;
  adoptUnits(draft, length, -1);
}
