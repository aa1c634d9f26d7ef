// What a line of a log says when what varies is left out: numbers, addresses, times.
// In: a line. Out: a number, the same for lines of one template. Reads a bounded part of the line, keeps nothing of it.
import { ASCII_END, SPACE, TO_LOWER } from "../../text/char-codes.ts";
import { isDigit, isLetter } from "../../text/char-kinds.ts";
import { FNV_PRIME, MURMUR_FIRST } from "../../text/hash-multipliers.ts";

/** A template is read from the start of a line up to this length. UTF-16 units. */
const TEMPLATE_LENGTH_MAX = 200;

/** `f`: up to it letters are hexadecimal digits. */
const LAST_HEX_LETTER = 102;

/** What a unit of basic Latin is to a template: nothing, or one of these, or both. */
const LETTER = 1;
const HEX_DIGIT = 2;
const KINDS = Uint8Array.from({ length: ASCII_END }, (_, unit) => {
  if (isDigit(unit)) return HEX_DIGIT;
  if (!isLetter(unit)) return 0;
  return (unit | TO_LOWER) <= LAST_HEX_LETTER ? LETTER | HEX_DIGIT : LETTER;
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
 * The same for a line of basic Latin, without strings; -1 for any other. Every line of every log is read here, so runs
 * are: to ask of each character what it ends took half as long again, for nobody foretells the letters of an address.
 */
function latinTemplate(text: string, start: number, stop: number): number {
  let first = 0;
  let second = 0;
  let isBreak = false;
  for (let at = start; at < stop; ) {
    const unit = text.charCodeAt(at);
    if (unit >= ASCII_END) return -1;
    if (KINDS[unit] === 0) {
      if (!isBreak) {
        first = mixed(first, SPACE);
        second = mixedAgain(second, SPACE);
      }
      isBreak = true;
      at++;
      continue;
    }
    let end = endOfLetters(text, at, stop);
    let next = end;
    if (end < stop && isHexDigit(text, end)) {
      // A number or an address, to which letters before its first digit may belong.
      next = endOfHexDigits(text, end, stop);
      while (end > at && isHexDigit(text, end - 1)) end--;
    }
    if (end > at) isBreak = false;
    for (; at < end; at++) {
      const letter = text.charCodeAt(at);
      first = mixed(first, letter);
      second = mixedAgain(second, letter);
    }
    at = next;
  }
  return numberFor(first, second);
}

function endOfLetters(text: string, from: number, stop: number): number {
  let at = from;
  while (at < stop && ((KINDS[text.charCodeAt(at)] ?? 0) & LETTER) !== 0) at++;
  return at;
}

function endOfHexDigits(text: string, from: number, stop: number): number {
  let at = from;
  while (at < stop && isHexDigit(text, at)) at++;
  return at;
}

function isHexDigit(text: string, at: number): boolean {
  return ((KINDS[text.charCodeAt(at)] ?? 0) & HEX_DIGIT) !== 0;
}
