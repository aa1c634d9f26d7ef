// What a line of a log says when what varies is left out: numbers, addresses, times.
// In: a line. Out: a number, the same for lines of one template. Reads a bounded part of the line.
import { hashOf, numberOf, reserve, type WordTable, write } from "../text/word-table.ts";
import { SPACE } from "./units/char-codes.ts";
import { isDigit, isLetter } from "./units/offsets.ts";

/** A template is read from the start of a line up to this length. UTF-16 units. */
const TEMPLATE_LENGTH_MAX = 200;

/** The letters of a line: what varies (numbers, addresses, times) left out. The same number for the same letters. */
export function templateNumber(templates: WordTable, text: string, start: number, end: number): number {
  const stop = Math.min(end, start + TEMPLATE_LENGTH_MAX);
  reserve(templates, stop - start);
  const length = latinTemplate(templates, text, start, stop);
  if (length >= 0) return numberOf(templates, length, hashOf(templates, length));
  const line = text.slice(start, stop);
  const template = line.replace(/[0-9a-f]*\d[0-9a-f]*/gi, "").replace(/[^\p{L}]+/gu, " ");
  return numberOf(templates, template.length, write(templates, template, 0, template.length));
}

/** The same for a line of basic Latin, in a tenth of the time; -1 for any other. Returns the template's length. */
function latinTemplate({ units, used }: WordTable, text: string, start: number, stop: number): number {
  let to = used;
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
  return to - used;
}

function isHexadecimal(unit: number): boolean {
  return isDigit(unit) || ((unit | 32) >= 97 && (unit | 32) <= 102);
}
