// Reads the fields of one row or element: names and short values, as far as they stand next to each other.
// In: the text of a row and of its table's header. Out: its fields, in order. Parses no whole format.
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

/** Rows of several lines, and those with other than the header's number of cells, have no fields. */
function cellFields(row: string, header: string): readonly Field[] {
  const separator = SEPARATORS.find((mark) => header.includes(mark)) ?? ",";
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

const BORDER = /^\||\|$/g;
const QUOTES = /^"|"$/g;

function cellsOf(line: string, separator: string): readonly string[] {
  const inner = separator === "|" ? line.replaceAll(BORDER, "") : line;
  return inner.split(separator).map((cell) => cell.trim().replaceAll(QUOTES, ""));
}
