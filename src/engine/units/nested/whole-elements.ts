// Keeps the elements of a long list whole if all of them are short: rows of a query, nodes of a graph, buckets of an
// aggregation. A part of such an element says little. White space for layout does not count as length.
// In: a scanned text. Out: its nesting without the marks inside those elements. Reads each element at most twice.
import { APOSTROPHE, isSpace, QUOTE } from "../../../text/characters.ts";
import { isEvent, rowAt, speakerIn } from "../../../text/json-rows.ts";
import { UNIT_CHARS_MAX } from "../draft.ts";
import type { Table } from "./columns.ts";
import { backslashesBefore } from "./json-strings.ts";
import { type Container, type Mark, NESTED_UNIT_CHARS, type Nesting } from "./nesting.ts";

/** A list with fewer elements is not a table. */
const ELEMENTS_MIN = 3;

/** An element is short up to this length without its layout. Measured: 450 kept less; 800 displaced others. */
const ELEMENT_CHARS_MAX = 2 * NESTED_UNIT_CHARS;

/** A longer string is a text, which is better cut into sentences. */
const LABEL_CHARS_MAX = 100;

/** Removes the places to cut inside short rows of tables, and inside the elements of lists with only short elements. */
export function keepElements(text: string, nesting: Nesting, tables: readonly Table[]): void {
  const { containers } = nesting;
  const rows = new Set(tables.map(({ rows }) => rows));
  const hasShortElements = new Map<number, boolean>();
  for (const { start, end, parent } of containers) {
    // A list inside a short element is not long, so its elements are not read again.
    if (hasShortElements.get(parent) !== false && isLongList(containers[parent])) {
      hasShortElements.set(parent, isShortElement(text, start, end) || isShortRow(text, start, end));
    }
  }
  const whole = containers.filter(
    ({ start, end, parent }) =>
      hasShortElements.get(parent) === true ||
      (rows.has(parent) && isShortElement(text, start, end, Number.POSITIVE_INFINITY)),
  );
  if (whole.length > 0) nesting.marks.length = compact(nesting.marks, whole);
}

function isLongList(list: Container | undefined): boolean {
  return list?.isList === true && list.children >= ELEMENTS_MIN && list.end - list.start > UNIT_CHARS_MAX;
}

/** True for an element that is short without its layout and has no string longer than `labelMax`. */
function isShortElement(text: string, start: number, end: number, labelMax = LABEL_CHARS_MAX): boolean {
  if (end - start > UNIT_CHARS_MAX) return false;
  let length = 0;
  let quote = 0;
  let from = start;
  let outer = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (isSpace(code) && isSpace(text.charCodeAt(at - 1))) continue;
    length++;
    if (code !== QUOTE && code !== APOSTROPHE) continue;
    // In encoded JSON every quote has backslashes before it; one inside a string has more of them.
    const backslashes = backslashesBefore(text, at, start);
    if (quote === 0) {
      quote = code;
      from = at;
      outer = backslashes;
    } else if (code === quote && backslashes <= outer) {
      if (at - from > labelMax) return false;
      quote = 0;
    }
  }
  return length <= ELEMENT_CHARS_MAX;
}

/** True for a short event or turn, however long its text is. Without its time or its speaker, the text says less. */
function isShortRow(text: string, start: number, end: number): boolean {
  if (!isShortElement(text, start, end, Number.POSITIVE_INFINITY)) return false;
  const row = rowAt(text, start, end);
  return isEvent(row) || speakerIn(row) !== null;
}

/** Moves the marks that are not inside `whole`, which is sorted by start, to the front. Returns how many there are. */
function compact(marks: Mark[], whole: readonly Container[]): number {
  let kept = 0;
  let at = 0;
  for (const mark of marks) {
    while ((whole[at]?.end ?? mark.start + 1) <= mark.start) at++;
    if (mark.start <= (whole[at]?.start ?? mark.start)) marks[kept++] = mark;
  }
  return kept;
}
