// Tells the rows of a table apart. A row without a word of the task owes its score to its table: to the title, the
// caption and the header, which choose the table but not the row. So it loses a part of that score. If another row
// leads to it, it keeps its score, because its id is the match.
// Follows the cells of the other rows to the rows that begin with them: the cell `SM07` of a customer leads to the row
// `SM07` of the sales managers, whatever its column is called. The other values of the column must also begin rows of
// that table, because a bare number may be an amount that happens to be a key.
// In: the records and a first score. Out: what each row gains or loses. Each step reads the cells of a few rows and of
// samples of their columns, and the first cell of every row once.
import { float64s, placeFrom, uint8s } from "../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { Analysed } from "../analyse.ts";
import { cellsIn, firstCell, isValue, separatorIn } from "../index/row-fields.ts";
import { isTable } from "../index/shape.ts";
import type { SegmentedRecord } from "../model.ts";
import { type SharedIdSettings, stepwise } from "./links/shared-ids.ts";
import { highestPlaces, NO_GAIN, type UnitParts } from "./unit-scores.ts";

/** Occurrences of words between two checkpoints: a millisecond. */
const HITS_PER_CHECKPOINT = 1 << 18;

/** The flags of a request without tables. */
export const NO_UNITS = new Uint8Array(0);

/** 1 for each unit whose own text, not only its context, holds a word of the task. */
export function unitsWithTaskWord({ corpus, postings }: Analysed, checkpoint: Checkpoint): Uint8Array {
  const { ownTo } = corpus;
  const holds = uint8s(ownTo.length);
  for (let hit = 0; hit < postings.unit.length; hit++) {
    if (hit % HITS_PER_CHECKPOINT === 0) checkpoint();
    const unit = postings.unit[hit] ?? 0;
    if ((postings.at[hit] ?? 0) < (ownTo[unit] ?? 0)) holds[unit] = 1;
  }
  return holds;
}

/** The share of the score that is left. A row of a fitting table may still be worth more than a match in another. */
const SCORE_SHARE = 0.5;

/** The parts that lead from one row to another. */
const LINKS = ["joined", "keyed", "cell"];

/**
 * Lowers the sums of rows without a word of the task, in place.
 * @param hasWord from `unitsWithTaskWord`
 */
export function discountUnmatchedRows(
  records: readonly SegmentedRecord[],
  parts: UnitParts,
  hasWord: Uint8Array,
  sums: Float64Array,
): void {
  const links = LINKS.flatMap((link) => parts.get(link) ?? []);
  let first = 0;
  for (const record of records) {
    if (isTable(record)) {
      record.units.forEach((unit, place) => {
        const at = first + place;
        const isMatched = hasWord[at] === 1 || links.some((gained) => (gained[at] ?? 0) > 0);
        if (isRow(unit) && !isMatched) sums[at] = SCORE_SHARE * (sums[at] ?? 0);
      });
    }
    first += record.units.length;
  }
}

/** True for a row of a table. It depends on a header and counts, unlike captions, headers and notes. */
function isRow({ head, count }: Pick<SegmentedRecord["units"][number], "head" | "count">): boolean {
  return head !== -1 && count > 0;
}

/** This many rows of a table, spread evenly, show whether a column holds keys. */
const SAMPLED_ROWS = 8;

/** At least this share of a column's values must be keys of the other table, which may lack a few. */
const KEYS_SHARE_MIN = 0.7;

/** Only this many cells of a row are read. Tables have fewer columns, but a hostile line may have thousands. */
const CELLS_MAX = 64;

/** Rows between two checkpoints: a few milliseconds. */
const ROWS_PER_CHECKPOINT = 4096;

interface Table {
  readonly record: SegmentedRecord;
  /** Number of its first unit. */
  readonly first: number;
  readonly separator: string;
  /** Places of its rows among its units. */
  readonly rows: readonly number[];
}

/** By record. */
type Tables = ReadonlyMap<number, Table>;

/** A column of a row that may hold the key of another row. */
interface Column {
  readonly table: Table;
  readonly value: string;
  /** Its value, and those of the sampled rows. */
  readonly values: ReadonlySet<string>;
  readonly score: number;
}

/** @param hasWord from `unitsWithTaskWord` */
export function rowKeyScores(
  analysed: Analysed,
  scores: Float64Array,
  hasWord: Uint8Array,
  { weight, units, steps }: SharedIdSettings,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const tables = tablesOf(analysed, checkpoint);
  if (tables.size < 2) return NO_GAIN;
  return stepwise(scoresOfMatches(tables, hasWord, scores), steps, checkpoint, (from) => {
    const gained = float64s(from.length);
    const columns = highestPlaces(from, units).flatMap((unit) => columnsOf(analysed, tables, unit, from));
    if (columns.length === 0) return gained;
    const wanted = new Set(columns.flatMap(({ values }) => [...values]));
    for (const table of tables.values()) {
      const keys = keysOf(table, wanted, checkpoint);
      for (const column of columns) {
        const place = column.table === table ? -1 : keyPlace(column, keys);
        if (place !== -1) gained[place] = Math.max(gained[place] ?? 0, weight * column.score);
      }
    }
    return gained;
  });
}

/** The tables whose cells have separators, which may be fewer than all. */
function tablesOf({ records, corpus }: Analysed, checkpoint: Checkpoint): Tables {
  const tables = new Map<number, Table>();
  records.forEach((record, position) => {
    if (!isTable(record)) return;
    checkpoint();
    const rows: number[] = [];
    record.units.forEach((unit, place) => {
      if (isRow(unit)) rows.push(place);
    });
    const separator = separatorIn(textOf(record, record.units[rows[0] ?? -1]?.head ?? -1));
    if (separator === null) return;
    tables.set(position, { record, first: placeFrom(corpus.recordOf, position), separator, rows });
  });
  return tables;
}

function textOf({ readable, units }: SegmentedRecord, place: number): string {
  const unit = units[place];
  return unit === undefined ? "" : readable.slice(unit.start, unit.end);
}

/** The scores of the rows that hold a word of the task; 0 for all other units. */
function scoresOfMatches(tables: Tables, hasWord: Uint8Array, scores: Float64Array): Float64Array {
  const matched = float64s(scores.length);
  for (const { first, rows } of tables.values()) {
    for (const row of rows) if (hasWord[first + row] === 1) matched[first + row] = scores[first + row] ?? 0;
  }
  return matched;
}

function columnsOf({ corpus }: Analysed, tables: Tables, unit: number, scores: Float64Array): readonly Column[] {
  const table = tables.get(corpus.recordOf[unit] ?? 0);
  if (table === undefined) return [];
  const samples = sampledRows(table).map((row) => cellsOf(table, row));
  return cellsOf(table, unit - table.first).flatMap((value, at) => {
    if (!isValue(value)) return [];
    const values = new Set([value, ...samples.map((sample) => sample[at] ?? "").filter(isValue)]);
    return [{ table, value, values, score: scores[unit] ?? 0 }];
  });
}

function sampledRows({ rows }: Table): readonly number[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLED_ROWS));
  return Array.from({ length: Math.min(rows.length, SAMPLED_ROWS) }, (_, sample) => rows[sample * step] ?? 0);
}

function cellsOf({ record, separator }: Table, row: number): readonly string[] {
  return cellsIn(textOf(record, row), separator, CELLS_MAX);
}

/** For each of the wanted values that begin rows of the table, the number of that row, or -1 if there are several. */
function keysOf(
  { record, first, separator, rows }: Table,
  wanted: ReadonlySet<string>,
  checkpoint: Checkpoint,
): ReadonlyMap<string, number> {
  const keys = new Map<string, number>();
  for (let at = 0; at < rows.length; at++) {
    if (at % ROWS_PER_CHECKPOINT === 0) checkpoint();
    const row = rows[at] ?? 0;
    const { start = 0, end = 0 } = record.units[row] ?? {};
    const key = firstCell(record.readable, start, end, separator);
    if (wanted.has(key)) keys.set(key, keys.has(key) ? -1 : first + row);
  }
  return keys;
}

/** The row whose key is the value of the column, or -1. */
function keyPlace({ value, values }: Column, keys: ReadonlyMap<string, number>): number {
  const place = keys.get(value) ?? -1;
  // Most tables hold none of the values and are done here.
  if (place === -1) return -1;
  let known = 0;
  for (const other of values) if (keys.has(other)) known++;
  return known >= KEYS_SHARE_MIN * values.size ? place : -1;
}
