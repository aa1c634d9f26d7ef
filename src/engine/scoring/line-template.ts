// What a line of a log says when what varies is left out: numbers, addresses, times.
// In: a line. Out: a number, the same for lines of one template. Reads a bounded part of the line, keeps nothing of it.
import { FNV_PRIME, MURMUR_FIRST } from "../../text/hash-multipliers.ts";
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

/** Two hashes of a template together, 53 bits: two templates of a request are never taken for one but by design. */
function numberFor(first: number, second: number): number {
  return (first >>> 0) * 2 ** 21 + (second >>> 11);
}

/** FNV-1a on units, and the same with another multiplier: each takes in a template's next unit. */
function mixed(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME);
}

function mixedAgain(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, MURMUR_FIRST);
}

/** The letters of a line: what varies (numbers, addresses, times) left out. The same number for the same letters. */
export function templateOf(text: string, start: number, end: number): number {
  const stop = Math.min(end, start + TEMPLATE_LENGTH_MAX);
  const known = latinTemplate(text, start, stop);
  if (known >= 0) return known;
  const line = text.slice(start, stop).replace(/[0-9a-f]*\d[0-9a-f]*/gi, "");
  const template = line.replace(/[^\p{L}]+/gu, " ");
  let first = 0;
  let second = 0;
  for (let at = 0; at < template.length; at++) {
    const unit = template.charCodeAt(at);
    first = mixed(first, unit);
    second = mixedAgain(second, unit);
  }
  return numberFor(first, second);
}

/**
 * The same for a line of basic Latin, without strings; -1 for any other. One look at each character: 3 ns, which counts
 * where every line of every log is read.
 */
function latinTemplate(text: string, start: number, stop: number): number {
  let first = 0;
  let second = 0;
  let isBreak = false;
  // Where a run of hexadecimal digits began, to which one that holds a decimal digit is taken back.
  let firstBefore = 0;
  let secondBefore = 0;
  let isBreakBefore = false;
  let isNumber = false;
  for (let at = start; at < stop; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return -1;
    const kind = KINDS[unit] ?? OTHER;
    if (kind === DIGIT) {
      isNumber = true;
      continue;
    }
    if (kind !== HEX_LETTER && isNumber) {
      first = firstBefore;
      second = secondBefore;
      isBreak = isBreakBefore;
      isNumber = false;
    }
    if (kind !== OTHER || !isBreak) {
      const taken = kind === OTHER ? SPACE : unit;
      first = mixed(first, taken);
      second = mixedAgain(second, taken);
      isBreak = kind === OTHER;
    }
    if (kind === HEX_LETTER) continue;
    firstBefore = first;
    secondBefore = second;
    isBreakBefore = isBreak;
  }
  return isNumber ? numberFor(firstBefore, secondBefore) : numberFor(first, second);
}
