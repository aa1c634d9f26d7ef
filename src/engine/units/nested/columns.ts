// Finds rows that are lists of values, and the list of their columns: `{"columns": ["id", ...], "rows": [[7, ...]]}`.
// A value says nothing without its column, so all rows depend on the columns, which are never cut. Services put the
// columns before or after the rows, up to three objects away, as strings or as objects with a name.
// In: a scanned text, then its units. Out: fewer places to cut, and the heads of the rows.
import { skipSpace } from "../../../text/characters.ts";
import { type Draft, type OpenUnit, UNIT_CHARS_MAX } from "../draft.ts";
import { areNames, type List, visitLists } from "./lists.ts";
import type { Container, Nesting } from "./nesting.ts";

/** Rows and the columns that they share. */
export interface Table {
  /** Index of the container of the rows. */
  readonly rows: number;
  /** Where the first row starts, and where the last one ends. */
  readonly firstRow: number;
  readonly end: number;
  readonly columns: Pick<List, "start" | "end">;
  /** Where the object around the rows starts, if it is one of many in a list; else -1. */
  readonly owner: number;
}

/** The columns are in one of this many objects around the rows. */
const LEVELS_MAX = 3;

/** How much of the rows is read. The first two must fit. */
const ROWS_CHARS_MAX = 2400;

/** How much text is searched for columns before the rows, and how much after them. */
const SEARCH_CHARS_MAX = 6000;

const ROWS_MIN = 2;
const COLUMNS_MIN = 2;

/** The tables in a scanned text, in the order of their rows. */
export function findTables(text: string, { containers }: Nesting): readonly Table[] {
  const tables: Table[] = [];
  let until = 0;
  for (const [id, list] of containers.entries()) {
    // A table inside a row is a value. A list that is not the largest part of its object is seldom a table.
    if (list.start < until || containers[list.parent]?.largest !== id) continue;
    if (!list.isList || list.children < ROWS_MIN) continue;
    const rows = firstRows(text, list);
    if (rows === null) continue;
    const beside = columnsBeside(text, containers, id, rows.width);
    const columns = beside ?? rows.header;
    if (columns === null) continue;
    until = list.end;
    tables.push({ rows: id, firstRow: rows.start, end: list.end, columns, owner: ownerOf(containers, list) });
  }
  return tables;
}

function ownerOf(containers: readonly Container[], { parent }: Container): number {
  const object = containers[parent];
  const list = containers[object?.parent ?? -1];
  return object !== undefined && list?.isList === true && list.children > 1 ? object.start : -1;
}

interface Rows {
  /** Where the first row starts. */
  readonly start: number;
  readonly width: number;
  /** The first row, if it holds the names of the columns. */
  readonly header: List | null;
}

/** The text before the list of a row's values. The list may be the only field of an object, as in `{"f": [`. */
const BEFORE_VALUES = /[\s,}]{0,200}(?:\{\s{0,80}["']\w{1,40}["']\s{0,8}:\s{0,80})?(?=[[(])/y;

/** The rows of a list whose first two elements are lists of the same length; null for any other list. */
function firstRows(text: string, list: Container): Rows | null {
  const stop = Math.min(list.end, list.start + ROWS_CHARS_MAX);
  const one = listAfter(text, list.start + 1, stop);
  const two = one === null ? null : listAfter(text, one.end, stop);
  if (one === null || two === null || one.children < COLUMNS_MIN || one.children !== two.children) return null;
  const start = skipSpace(text, list.start + 1, stop);
  const header = list.children > 2 && isHeader(text, one, two) ? one : null;
  return { start, width: one.children, header };
}

function listAfter(text: string, from: number, stop: number): List | null {
  BEFORE_VALUES.lastIndex = from;
  if (!BEFORE_VALUES.test(text)) return null;
  const start = BEFORE_VALUES.lastIndex;
  let found: List | null = null;
  visitLists(text, start, stop, (list) => {
    if (list.start === start) found = list;
    return found !== null;
  });
  return found;
}

/** Rows of two columns may be pairs of a name and a value. */
const HEADER_COLUMNS_MIN = 3;

/** A value that begins with a digit, perhaps as the only field of an object. */
const NUMBER = /[[,:(]\s*["']?-?\d/;

/** True if the first row holds names: it has no digits, and a value in the second row begins with a digit. */
function isHeader(text: string, one: List, two: List): boolean {
  const first = text.slice(one.start, one.end);
  const isOfStrings = one.strings === one.children || one.strings === 0;
  if (one.children < HEADER_COLUMNS_MIN || !isOfStrings || /\d|null|None|true|false/i.test(first)) return false;
  return NUMBER.test(text.slice(two.start, two.end));
}

/** A list of `width` names next to the rows, or next to a container of the rows. `id` is the container of the rows. */
function columnsBeside(text: string, containers: readonly Container[], id: number, width: number): List | null {
  let inner = id;
  for (let level = 0; level < LEVELS_MAX; level++) {
    const { start = 0, end = 0, parent = -1 } = containers[inner] ?? {};
    const object = containers[parent];
    if (object === undefined || object.isList || object.largest !== inner) return null;
    const found =
      columnsIn(text, object.start + 1, Math.min(start, object.start + SEARCH_CHARS_MAX), width) ??
      columnsIn(text, end, Math.min(object.end, end + SEARCH_CHARS_MAX), width);
    if (found !== null) return found;
    inner = parent;
  }
  return null;
}

function columnsIn(text: string, from: number, to: number, width: number): List | null {
  let found: List | null = null;
  visitLists(text, from, to, (list) => {
    if (list.children === width && areNames(list) && list.end - list.start <= UNIT_CHARS_MAX) found = list;
    return found !== null;
  });
  return found;
}

/** Makes each list of columns a piece of its own. */
export function keepColumns({ marks }: Nesting, tables: readonly Table[]): void {
  const lists = tables.map(({ columns }) => columns).sort((a, b) => a.start - b.start);
  let kept = 0;
  let at = 0;
  for (const mark of marks) {
    while ((lists[at]?.end ?? mark.start + 1) <= mark.start) at++;
    if (mark.start <= (lists[at]?.start ?? mark.start)) marks[kept++] = mark;
  }
  marks.length = kept;
  at = 0;
  for (const [index, mark] of marks.entries()) {
    const start = lists[at]?.start;
    if (start === undefined) return;
    if ((marks[index + 1]?.start ?? start + 1) <= start) continue;
    mark.apart = true;
    at++;
  }
}

/**
 * Makes the rows of each table depend on its columns, which are never sent without a row. The columns are a block of
 * their own, so that their words do not favour the rows next to them. `first` is the first unit of the scanned text.
 */
export function linkColumns({ units, blocks }: Draft, first: number, tables: readonly Table[]): void {
  for (const { firstRow, end, columns, owner } of tables) {
    const unit = unitAt(units, first, columns.start);
    const head = units[unit];
    if (head === undefined || head.end < columns.end) continue;
    head.announces = true;
    blocks.push(unit, unit + 1);
    head.head = owner === -1 ? -1 : aboveColumns(units, unit, { owner, firstRow });
    let at = unitAt(units, first, firstRow);
    for (let row = units[at]; row !== undefined && row.start < end; row = units[++at]) {
      const isPart = (units[row.head]?.start ?? 0) > firstRow;
      if (row !== head && !isPart) row.head = unit;
    }
  }
  blocks.sort((one, other) => one - other);
}

/**
 * The head for the columns in `unit`: the part of their object right above them, such as its tags, or otherwise the
 * head that the unit has. -1 if that head is a row.
 */
function aboveColumns(units: readonly OpenUnit[], unit: number, { owner, firstRow }: Place): number {
  const before = units[unit - 1];
  const above = before !== undefined && before.end > owner && before.end <= firstRow ? unit - 1 : units[unit]?.head;
  return above === undefined || (units[above]?.end ?? 0) > firstRow ? -1 : above;
}

type Place = Pick<Table, "owner" | "firstRow">;

/** The unit from index `first` on that holds the text at `offset`. */
function unitAt(units: readonly OpenUnit[], first: number, offset: number): number {
  let low = first;
  let high = units.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
