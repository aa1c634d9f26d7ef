// What a line of a log says when what varies is left out: numbers, addresses, times.
// In: a line. Out: a number, the same for lines of one template. Reads a bounded part of the line.
import { createWordTable, hashOf, numberOf, type WordTable } from "../text/word-table.ts";
import { SPACE } from "./units/char-codes.ts";
import { isDigit, isLetter } from "./units/offsets.ts";

/** A template is read from the start of a line up to this length. UTF-16 units. */
const TEMPLATE_LENGTH_MAX = 200;

/** The templates met so far, and the units of the one that is being read. */
export interface Templates {
  readonly table: WordTable;
  readonly units: Uint16Array;
}

export function noTemplates(): Templates {
  return { table: createWordTable(), units: new Uint16Array(TEMPLATE_LENGTH_MAX) };
}

/** The letters of a line: what varies (numbers, addresses, times) left out. The same number for the same letters. */
export function templateNumber({ table, units }: Templates, text: string, start: number, end: number): number {
  const stop = Math.min(end, start + TEMPLATE_LENGTH_MAX);
  let length = latinTemplate(units, text, start, stop);
  if (length < 0) {
    const line = text.slice(start, stop).replace(/[0-9a-f]*\d[0-9a-f]*/gi, "");
    const template = line.replace(/[^\p{L}]+/gu, " ");
    length = template.length;
    for (let at = 0; at < length; at++) units[at] = template.charCodeAt(at);
  }
  return numberOf(table, units, 0, length, hashOf(units, 0, length));
}

/** The template of a line of basic Latin, without strings; -1 for any other. Returns the template's length. */
function latinTemplate(units: Uint16Array, text: string, start: number, stop: number): number {
  let to = 0;
  let wasBreak = false;
  for (let at = start; at < stop; ) {
    let end = at;
    let hasDigit = false;
    for (; end < stop && isHexadecimal(text.charCodeAt(end)); end++) {
      const unit = text.charCodeAt(end);
      if (isDigit(unit)) hasDigit = true;
      units[to + end - at] = unit;
    }
    if (end > at) {
      if (!hasDigit) {
        to += end - at;
        wasBreak = false;
      }
      at = end;
      continue;
    }
    const unit = text.charCodeAt(at++);
    if (unit > 0x7f) return -1;
    if (isLetter(unit)) units[to++] = unit;
    else if (!wasBreak) units[to++] = SPACE;
    wasBreak = !isLetter(unit);
  }
  return to;
}

function isHexadecimal(unit: number): boolean {
  return isDigit(unit) || ((unit | 32) >= 97 && (unit | 32) <= 102);
}
