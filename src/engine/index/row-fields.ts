// Reads one row or element: its fields, which are names and short values next to each other, or its cells alone.
// In: the text of a row and, for fields, of its table's header. Out: fields or cells, in order. Parses no whole format.
import { CARRIAGE_RETURN, NEWLINE, QUOTE, SPACE } from "../../text/characters.ts";
import type { FieldForm } from "../model.ts";

export interface Field {
  readonly name: string;
  readonly value: string;
}

/** @param header the text of the unit that the row depends on; "" if there is none */
type ReadFields = (row: string, header: string) => readonly Field[];

const JSON_FIELD = /"([\w-]{1,60})"\s{0,4}:\s{0,4}"?([\w.-]{1,64})/g;
const XML_FIELD = /<([\w-]{1,60})>([^<]{1,64})</g;

function fieldsBy(pattern: RegExp, row: string): readonly Field[] {
  return Array.from(row.matchAll(pattern), ([, name = "", value = ""]) => ({ name, value }));
}

const SEPARATORS = ["\t", "|", ";", ","];

/** The character between the cells of a table with this header, or null if the columns are aligned with spaces. */
export function separatorIn(header: string): string | null {
  return SEPARATORS.find((mark) => header.includes(mark)) ?? null;
}

/** No fields if the row does not have as many cells as the header, for instance because it has several lines. */
function cellFields(row: string, header: string): readonly Field[] {
  const separator = separatorIn(header) ?? ",";
  const names = cellsOf(header.trim().split("\n", 1)[0] ?? "", separator);
  const values = cellsOf(row.trim(), separator);
  if (names.length !== values.length) return [];
  return names.map((name, at) => ({ name, value: values[at] ?? "" }));
}

export const readFields: Readonly<Record<FieldForm, ReadFields>> = {
  pairs: (row) => fieldsBy(JSON_FIELD, row),
  elements: (row) => fieldsBy(XML_FIELD, row),
  cells: cellFields,
};

/** The first `most` cells of a row, without the spaces and quotes around them. */
export function cellsIn(row: string, separator: string, most: number): readonly string[] {
  return cellsOf(row.trim(), separator, most);
}

const BORDER = /^\||\|$/g;
const QUOTES = /^"|"$/g;

function cellsOf(line: string, separator: string, most?: number): readonly string[] {
  const inner = separator === "|" ? line.replaceAll(BORDER, "") : line;
  return inner.split(separator, most).map((cell) => cell.trim().replaceAll(QUOTES, ""));
}

/** A longer cell is a text, not a key. UTF-16 units. */
const KEY_CHARS_MAX = 64;

const BAR = "|".charCodeAt(0);

/** The first cell of the row `[start, end)`; "" if it is longer than a key. */
export function firstCell(text: string, start: number, end: number, separator: string): string {
  const mark = separator.charCodeAt(0);
  const most = Math.min(end, start + KEY_CHARS_MAX);
  let from = start;
  while (from < most && (isAround(text.charCodeAt(from)) || (mark === BAR && text.charCodeAt(from) === BAR))) from++;
  let to = from;
  while (to < most && text.charCodeAt(to) !== mark) to++;
  if (to === most) return "";
  while (to > from && isAround(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

/** True for a space, a line break or a quote around a cell. A tab may separate cells. */
function isAround(code: number): boolean {
  return code === SPACE || code === QUOTE || code === NEWLINE || code === CARRIAGE_RETURN;
}

const NAMED = /[\p{L}\p{N}]/u;

/** False for an empty cell, for dashes and for a long text. */
export function isValue(cell: string): boolean {
  return cell.length <= KEY_CHARS_MAX && NAMED.test(cell);
}
