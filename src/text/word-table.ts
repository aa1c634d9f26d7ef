// Words by their UTF-16 units, numbered in the order in which they are first met.
// In: a word as a range of an array of units, and its hash. Out: its number. No string is made of a word: a look-up
// takes 30 ns where a Map of strings takes 50, and leaves nothing to collect. Words made to collide go to a Map whose
// hash nobody can foresee, so that a look-up costs the same whatever the texts are.
import { type IntList, intList, push } from "./int-list.ts";

/** Slots looked at before a word is given to the Map: at most half of them are taken, so few ever are. */
const PROBES_MAX = 16;

const SLOTS_MIN = 1 << 10;
/** Placing all words anew is what costs when a table grows. */
const GROWTH = 2;

/** A slot is two numbers: hash, number + 1 (0: empty). Narrow slots are what keeps a large table in the cache. */
const SLOT_BITS = 1;
const NUMBER = 1;

export interface WordTable {
  /** Units of all words, one behind the other. */
  units: Uint16Array;
  /** Where each word's units begin, and at the end where the next one's will: one more than there are words. */
  readonly starts: IntList;
  slots: Int32Array;
  readonly crowded: Map<string, Crowded>;
}

interface Crowded {
  readonly word: number;
  readonly hash: number;
}

/** @param words how many are expected; more cost a little more each */
export function createWordTable(words = 0): WordTable {
  const slots = Math.max(SLOTS_MIN, 4 << (31 - Math.clz32(words)));
  const starts = intList(slots >> 1);
  push(starts, 0);
  return {
    units: new Uint16Array(4 * slots),
    starts,
    slots: new Int32Array(slots << SLOT_BITS),
    crowded: new Map(),
  };
}

/** One more unit of a word into its hash; a word's hash starts from 0 (FNV-1a on units instead of bytes). */
export function mixed(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

export function hashOf(units: Uint16Array, start: number, length: number): number {
  let hash = 0;
  for (let at = start; at < start + length; at++) hash = mixed(hash, units[at] ?? 0);
  return hash;
}

function sizeOf({ starts }: WordTable): number {
  return starts.size - 1;
}

/** The number of the word of `length` units from `start` on: the table's size before, when the word is new. */
export function numberOf(table: WordTable, units: Uint16Array, start: number, length: number, hash: number): number {
  const { slots } = table;
  const mask = (slots.length >> SLOT_BITS) - 1;
  const home = hash ^ (hash >>> 15);
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const slot = ((home + probe) & mask) << SLOT_BITS;
    const word = (slots[slot + NUMBER] ?? 0) - 1;
    if (word < 0) return add(table, slot, units, start, length, hash);
    if (slots[slot] === hash && isWord(table, word, units, start, length)) return word;
  }
  const known = table.crowded.get(asString(units, start, start + length));
  return known?.word ?? add(table, -1, units, start, length, hash);
}

function isWord(table: WordTable, word: number, units: Uint16Array, start: number, length: number): boolean {
  const from = table.starts.items[word] ?? 0;
  return table.starts.items[word + 1] === from + length && areSame(table.units, from, units, start, length);
}

/** Are the `length` units from both places on the same? */
export function areSame(known: Uint16Array, from: number, units: Uint16Array, start: number, length: number): boolean {
  for (let at = 0; at < length; at++) if (known[from + at] !== units[start + at]) return false;
  return true;
}

/** One unit of a word, 0 behind its end. */
export function unitAt({ units, starts }: WordTable, word: number, at: number): number {
  const unit = (starts.items[word] ?? 0) + at;
  return unit < (starts.items[word + 1] ?? 0) ? (units[unit] ?? 0) : 0;
}

export function wordAt({ units, starts }: WordTable, word: number): string {
  return asString(units, starts.items[word] ?? 0, starts.items[word + 1] ?? 0);
}

function add(table: WordTable, slot: number, units: Uint16Array, start: number, length: number, hash: number): number {
  const word = sizeOf(table);
  const from = table.starts.items[word] ?? 0;
  if (from + length > table.units.length) {
    const wider = new Uint16Array(2 * (from + length));
    wider.set(table.units);
    table.units = wider;
  }
  for (let at = 0; at < length; at++) table.units[from + at] = units[start + at] ?? 0;
  push(table.starts, from + length);
  place(table, slot, word, hash);
  if (word >= table.slots.length >> (SLOT_BITS + 1)) grow(table);
  return word;
}

function place(table: WordTable, slot: number, word: number, hash: number): void {
  if (slot < 0) {
    table.crowded.set(wordAt(table, word), { word, hash });
    return;
  }
  table.slots[slot] = hash;
  table.slots[slot + NUMBER] = word + 1;
}

function grow(table: WordTable): void {
  const { slots } = table;
  const crowded = [...table.crowded.values()];
  table.slots = new Int32Array(GROWTH * slots.length);
  table.crowded.clear();
  for (let slot = 0; slot < slots.length; slot += 1 << SLOT_BITS) {
    const word = (slots[slot + NUMBER] ?? 0) - 1;
    if (word >= 0) placeAnew(table, word, slots[slot] ?? 0);
  }
  for (const { word, hash } of crowded) placeAnew(table, word, hash);
}

function placeAnew(table: WordTable, word: number, hash: number): void {
  const { slots } = table;
  const mask = (slots.length >> SLOT_BITS) - 1;
  const home = hash ^ (hash >>> 15);
  let slot = -1;
  for (let probe = 0; probe < PROBES_MAX && slot < 0; probe++) {
    const next = ((home + probe) & mask) << SLOT_BITS;
    if (slots[next + NUMBER] === 0) slot = next;
  }
  place(table, slot, word, hash);
}

function asString(units: Uint16Array, start: number, end: number): string {
  return String.fromCharCode(...units.subarray(start, end));
}
