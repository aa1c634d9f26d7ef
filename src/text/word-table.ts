// Words by their UTF-16 units, numbered in the order in which they are first met.
// In: a word as a range of an array of units, and its hash. Out: its number. No string is made of a word: a look-up
// takes 30 ns where a Map of strings takes 50, and leaves nothing to collect. Words made to collide go to a Map whose
// hash nobody can foresee, so that a look-up costs the same whatever the texts are.
import { type IntList, intList, push } from "./int-list.ts";

/** Slots looked at before a word is given to the Map: at most half of them are taken, so few ever are. */
const PROBES_MAX = 16;

const SLOTS_AT_FIRST = 1 << 10;
/** Placing all words anew is what costs when a table grows: a small one does so in few steps. */
const GROWTH = 2;
const SMALL_GROWTH = 4;
const SMALL_SLOTS_MAX = 1 << 14;

/** A slot is four numbers, so that a look-up reads one line of memory: hash, number + 1 (0: empty), start, length. */
const SLOT_BITS = 2;
const NUMBER = 1;
const START = 2;
const LENGTH = 3;

export interface WordTable {
  /** Units of all words, one behind the other. */
  units: Uint16Array;
  /** Where each word's units end; their number is the table's size. */
  readonly ends: IntList;
  readonly hashes: IntList;
  slots: Int32Array;
  readonly crowded: Map<string, number>;
}

export function createWordTable(): WordTable {
  return {
    units: new Uint16Array(2 * SLOTS_AT_FIRST),
    ends: intList(SLOTS_AT_FIRST / 2),
    hashes: intList(SLOTS_AT_FIRST / 2),
    slots: new Int32Array(SLOTS_AT_FIRST << SLOT_BITS),
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

/** The number of the word of `length` units from `start` on: the table's size before, when the word is new. */
export function numberOf(table: WordTable, units: Uint16Array, start: number, length: number, hash: number): number {
  const { slots } = table;
  const mask = (slots.length >> SLOT_BITS) - 1;
  const home = hash ^ (hash >>> 15);
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const slot = ((home + probe) & mask) << SLOT_BITS;
    const word = (slots[slot + NUMBER] ?? 0) - 1;
    if (word < 0) return add(table, slot, units, start, length, hash);
    if (slots[slot] !== hash || slots[slot + LENGTH] !== length) continue;
    if (areSame(table.units, slots[slot + START] ?? 0, units, start, length)) return word;
  }
  const known = table.crowded.get(asString(units, start, start + length));
  return known ?? add(table, -1, units, start, length, hash);
}

/** Are the `length` units from both places on the same? */
export function areSame(known: Uint16Array, from: number, units: Uint16Array, start: number, length: number): boolean {
  for (let at = 0; at < length; at++) if (known[from + at] !== units[start + at]) return false;
  return true;
}

/** Where the units of a word begin. */
export function startOf({ ends }: WordTable, word: number): number {
  return word === 0 ? 0 : (ends.items[word - 1] ?? 0);
}

export function wordAt(table: WordTable, word: number): string {
  return asString(table.units, startOf(table, word), table.ends.items[word] ?? 0);
}

function add(table: WordTable, slot: number, units: Uint16Array, start: number, length: number, hash: number): number {
  const word = table.ends.size;
  const from = startOf(table, word);
  if (from + length > table.units.length) {
    const wider = new Uint16Array(2 * (from + length));
    wider.set(table.units);
    table.units = wider;
  }
  for (let at = 0; at < length; at++) table.units[from + at] = units[start + at] ?? 0;
  push(table.ends, from + length);
  push(table.hashes, hash);
  place(table, slot, word);
  if (table.ends.size > table.slots.length >> (SLOT_BITS + 1)) grow(table);
  return word;
}

function place(table: WordTable, slot: number, word: number): void {
  const { slots, hashes, ends } = table;
  if (slot < 0) {
    table.crowded.set(wordAt(table, word), word);
    return;
  }
  const start = startOf(table, word);
  slots[slot] = hashes.items[word] ?? 0;
  slots[slot + NUMBER] = word + 1;
  slots[slot + START] = start;
  slots[slot + LENGTH] = (ends.items[word] ?? 0) - start;
}

function grow(table: WordTable): void {
  const growth = table.slots.length >> SLOT_BITS < SMALL_SLOTS_MAX ? SMALL_GROWTH : GROWTH;
  const slots = new Int32Array(growth * table.slots.length);
  const mask = (slots.length >> SLOT_BITS) - 1;
  table.slots = slots;
  table.crowded.clear();
  for (let word = 0; word < table.ends.size; word++) {
    const hash = table.hashes.items[word] ?? 0;
    const home = hash ^ (hash >>> 15);
    let slot = -1;
    for (let probe = 0; probe < PROBES_MAX && slot < 0; probe++) {
      const next = ((home + probe) & mask) << SLOT_BITS;
      if (slots[next + NUMBER] === 0) slot = next;
    }
    place(table, slot, word);
  }
}

function asString(units: Uint16Array, start: number, end: number): string {
  return String.fromCharCode(...units.subarray(start, end));
}
