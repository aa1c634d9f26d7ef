// What a line of a log says when what varies is left out: numbers, addresses, times.
// In: a line. Out: a number, the same for lines of one template. Reads a bounded part of the line.
import { Buffer } from "node:buffer";
import { ASCII_END, isDigit, isLetter, SPACE, TO_LOWER } from "../../text/char-codes.ts";
import { FNV_PRIME, MURMUR_FIRST } from "../../text/hashing.ts";

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

/** So much of a text is copied at once: for most records once for all their lines. UTF-16 units. */
const WINDOW_UNITS = 1 << 13;

/** A part of a text as an array: each unit of a line is looked at two or three times, and a string asks its form. */
export interface LineWindow {
  readonly units: Uint16Array;
  readonly bytes: Buffer;
  text: string;
  from: number;
  to: number;
}

export function lineWindow(): LineWindow {
  const units = new Uint16Array(WINDOW_UNITS);
  return { units, bytes: Buffer.from(units.buffer), text: "", from: 0, to: 0 };
}

/** From now on the window is on `text`. */
export function openOn(window: LineWindow, text: string): void {
  window.text = text;
  window.from = 0;
  window.to = 0;
}

function moveTo(window: LineWindow, from: number): void {
  const { text, bytes } = window;
  window.from = from;
  window.to = Math.min(text.length, from + WINDOW_UNITS);
  bytes.write(text.slice(from, window.to), "utf16le");
}

/** The letters of a line: what varies (numbers, addresses, times) left out. The same number for the same letters. */
export function templateOf(window: LineWindow, start: number, end: number): number {
  const stop = Math.min(end, start + TEMPLATE_LENGTH_MAX);
  if (start < window.from || stop > window.to) moveTo(window, start);
  const known = latinTemplate(window.units, start - window.from, stop - window.from);
  if (known >= 0) return known;
  const line = window.text.slice(start, stop).replace(/[0-9a-f]*\d[0-9a-f]*/gi, "");
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
 * The same for a line of basic Latin, without strings; -1 for any other. Every line of every log is read here, so it
 * reads runs of letters: testing what each character ends took half as long again, since branches on the letters of an
 * address are not predictable.
 */
function latinTemplate(units: Uint16Array, start: number, stop: number): number {
  let first = 0;
  let second = 0;
  let isBreak = false;
  for (let at = start; at < stop; ) {
    const unit = units[at] ?? ASCII_END;
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
    let end = endOfLetters(units, at, stop);
    let next = end;
    if (end < stop && isHexDigit(units, end)) {
      // A number or an address, to which letters before its first digit may belong.
      next = endOfHexDigits(units, end, stop);
      while (end > at && isHexDigit(units, end - 1)) end--;
    }
    if (end > at) isBreak = false;
    for (; at < end; at++) {
      const letter = units[at] ?? 0;
      first = mixed(first, letter);
      second = mixedAgain(second, letter);
    }
    at = next;
  }
  return numberFor(first, second);
}

function endOfLetters(units: Uint16Array, from: number, stop: number): number {
  let at = from;
  while (at < stop && ((KINDS[units[at] ?? 0] ?? 0) & LETTER) !== 0) at++;
  return at;
}

function endOfHexDigits(units: Uint16Array, from: number, stop: number): number {
  let at = from;
  while (at < stop && isHexDigit(units, at)) at++;
  return at;
}

function isHexDigit(units: Uint16Array, at: number): boolean {
  return ((KINDS[units[at] ?? 0] ?? 0) & HEX_DIGIT) !== 0;
}
