// What a line of a log says when what varies is left out: numbers, addresses, times.
// In: a line. Out: a number, the same for lines of one template. Reads a bounded part of the line.
import { createWordTable, hashOf, numberOf, type WordTable } from "../../text/word-table.ts";
import { SPACE } from "../units/char-codes.ts";
import { isDigit, isLetter } from "../units/offsets.ts";

/** A template is read from the start of a line up to this length. UTF-16 units. */
const TEMPLATE_LENGTH_MAX = 200;

/** `f`: up to it letters are hexadecimal digits. */
const LAST_HEX_LETTER = 102;

/** What a unit of basic Latin is to a template. */
const OTHER = 0;
const LETTER = 1;
const HEX_LETTER = 2;
const DIGIT = 3;
const KINDS = Uint8Array.from({ length: 0x80 }, (_, unit) => {
  if (isDigit(unit)) return DIGIT;
  if (!isLetter(unit)) return OTHER;
  return (unit | 32) <= LAST_HEX_LETTER ? HEX_LETTER : LETTER;
});

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

/**
 * The template of a line of basic Latin, without strings; -1 for any other. Returns the template's length. One look at
 * each character: 2 ns, which counts where every line of every log is read.
 */
function latinTemplate(units: Uint16Array, text: string, start: number, stop: number): number {
  let to = 0;
  // A run of hexadecimal digits that holds a decimal one is taken back to where it began.
  let runFrom = 0;
  let isNumber = false;
  for (let at = start; at < stop; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return -1;
    const kind = KINDS[unit] ?? OTHER;
    if (kind >= HEX_LETTER) {
      if (kind === DIGIT) isNumber = true;
      else units[to++] = unit;
      continue;
    }
    if (isNumber) to = runFrom;
    isNumber = false;
    if (kind === LETTER) units[to++] = unit;
    else if (to === 0 || units[to - 1] !== SPACE) units[to++] = SPACE;
    runFrom = to;
  }
  return isNumber ? runFrom : to;
}
