// Scores log events by the rarity of their templates: a question about a log is rarely about a line that the log
// repeats a thousand times. A template is a line without its numbers, addresses and times.
// In: the records. Out: what each unit gains, 0 to `weight`. Compares templates only, since digits differ anyway.
import { Buffer } from "node:buffer";
import { FNV_PRIME, float64s, int32s, likelyRepeats, MURMUR_FIRST } from "../../text/arrays.ts";
import { ASCII_END, isDigit, isLetter, SPACE, TO_LOWER } from "../../text/characters.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { messageStart, rowAt } from "../../text/json-rows.ts";
import type { Analysed } from "../analyse.ts";
import type { SegmentedRecord } from "../model.ts";

/** Units between two checkpoints: about a millisecond if they are lines. */
const LINES_PER_CHECKPOINT = 2_048;

export function rareEventScores(
  { records, corpus }: Analysed,
  weight: number,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  const units = corpus.blockOf.length;
  const gained = float64s(units);
  const templates = templatesOf(records, units, checkpoint);
  const { sameTemplate, lines } = templateCounts(templates);
  if (lines < 2) return gained;
  const most = Math.log(lines);
  for (let unit = 0; unit < units; unit += 1) {
    const count = sameTemplate[unit] ?? 0;
    if (count > 0) gained[unit] = weight * (Math.log(lines / count) / most);
  }
  return gained;
}

/** Marks a unit that is not a line. */
const NO_TEMPLATE = -1;

/** The template of each unit. */
function templatesOf(records: readonly SegmentedRecord[], units: number, checkpoint: Checkpoint): Float64Array {
  const templates = float64s(units).fill(NO_TEMPLATE);
  const window = lineWindow();
  let first = 0;
  for (const record of records) {
    writeTemplates(record, window, templates, first, checkpoint);
    first += record.units.length;
  }
  return templates;
}

/** Writes the templates of the record's units, from place `first` on. */
function writeTemplates(
  { units, readable, type }: SegmentedRecord,
  window: LineWindow,
  templates: Float64Array,
  first: number,
  checkpoint: Checkpoint,
): void {
  if (type.templates === null) return;
  openOn(window, readable);
  let place = first;
  for (const { start, end } of units) {
    if (place % LINES_PER_CHECKPOINT === 0) checkpoint();
    const from = type.templates === "message" ? start + messageStart(rowAt(readable, start, end)) : start;
    templates[place++] = templateOf(window, from, end);
  }
}

/** How many lines share each line's template (0 for a unit that is not a line), and the number of lines. */
function templateCounts(templates: Float64Array): { readonly sameTemplate: Int32Array; readonly lines: number } {
  const digests = int32s(templates.length).fill(-1);
  const sameTemplate = int32s(templates.length);
  let lines = 0;
  for (let unit = 0; unit < templates.length; unit += 1) {
    const template = templates[unit] ?? NO_TEMPLATE;
    if (template === NO_TEMPLATE) continue;
    digests[unit] = template >>> 1;
    sameTemplate[unit] = 1;
    lines += 1;
  }
  // Only likely repeats are looked up, because a Map allocates an object for each entry.
  const likely = likelyRepeats(digests);
  const counts = new Map<number, number>();
  for (const unit of likely) {
    const template = templates[unit] ?? 0;
    counts.set(template, (counts.get(template) ?? 0) + 1);
  }
  for (const unit of likely) sameTemplate[unit] = counts.get(templates[unit] ?? 0) ?? 1;
  return { sameTemplate, lines };
}

/** Only this much of the start of a line is read. UTF-16 units. */
const TEMPLATE_LENGTH_MAX = 200;

/** `f`, the last letter that is a hexadecimal digit. */
const LAST_HEX_LETTER = 102;

/** The kinds of a code unit of basic Latin in a template: one of these, both, or neither. */
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
interface LineWindow {
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
