// Computes the template of a log line: the line without its numbers, addresses and times.
// In: a line. Out: a number that is the same for all lines of one template. Reads a bounded part of the line.
import { Buffer } from "node:buffer";
import { ASCII_END, isDigit, isLetter, SPACE, TO_LOWER } from "../../text/char-codes.ts";
import { FNV_PRIME, MURMUR_FIRST } from "../../text/hashing.ts";

/** Only this much of the start of a line is read. UTF-16 units. */
const TEMPLATE_LENGTH_MAX = 200;

/** `f`, the last letter that is a hexadecimal digit. */
const LAST_HEX_LETTER = 102;

/** What a code unit of basic Latin means to a template: one of these, both, or neither. */
const LETTER = 1;
const HEX_DIGIT = 2;
const KINDS = Uint8Array.from({ length: ASCII_END }, (_, unit) => {
  if (isDigit(unit)) return HEX_DIGIT;
  if (!isLetter(unit)) return 0;
  return (unit | TO_LOWER) <= LAST_HEX_LETTER ? LETTER | HEX_DIGIT : LETTER;
});

/** Joins two hashes of a template into 53 bits. Two templates of a request collide only if someone crafts them to. */
function numberFor(first: number, second: number): number {
  return (first >>> 0) * 2 ** 21 + (second >>> 11);
}

/** FNV-1a over code units, and the same with another multiplier. Each adds the template's next unit. */
function mixed(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME);
}

function mixedAgain(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, MURMUR_FIRST);
}

/** This much of a text is copied at once. For most records that covers all their lines. UTF-16 units. */
const WINDOW_UNITS = 1 << 13;

/**
 * A part of a text as an array. Each code unit is read two or three times, and a string checks its representation on
 * every access.
 */
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

/** Moves the window to the start of `text`. */
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

/**
 * A number for the letters of a line, without what varies (numbers, addresses, times). Equal letters give the same
 * number.
 */
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
 * Like `templateOf`, for a line of basic Latin, without strings; -1 for any other line. Every line of every log passes
 * through here, so it reads runs of letters. Testing at each character whether a run ends took half as long again,
 * because branches on the letters of an address are unpredictable.
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
      // A number or an address. It may include letters before its first digit.
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
