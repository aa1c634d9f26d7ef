// Words by their code units, numbered in the order in which they are first met.
// In: a word written unit by unit behind the words known so far. Out: its number. No string is made of a word that is
// known: that, and one typed array instead of a Map's nodes, makes a look-up about 15 ns instead of 100. Words made to
// collide go to a Map whose hash nobody can foresee, so that a look-up costs the same whatever the texts are.
import { type IntList, intList, push } from "./int-list.ts";

/** Slots looked at before a word is given to the Map: at most half of them are taken, so few ever are. */
const PROBES_MAX = 16;

const SLOTS_AT_FIRST = 1 << 10;
/** Numbering all words anew is what costs when a table grows: it does so in few steps. */
const GROWTH = 4;

export interface WordTable {
  /** Units of all words, one behind the other. Behind `used` the next word is written. */
  units: Uint16Array;
  used: number;
  /** Where each word's units end; their number is the table's size. */
  readonly ends: IntList;
  readonly hashes: IntList;
  /** Two numbers a slot: the hash of a word, and its number plus one; 0 is an empty slot. */
  slots: Int32Array;
  readonly crowded: Map<string, number>;
}

export function createWordTable(): WordTable {
  return {
    units: new Uint16Array(4 * SLOTS_AT_FIRST),
    used: 0,
    ends: intList(SLOTS_AT_FIRST / 2),
    hashes: intList(SLOTS_AT_FIRST / 2),
    slots: new Int32Array(2 * SLOTS_AT_FIRST),
    crowded: new Map(),
  };
}

/** Room for a word of `length` units to be written from `table.used` on. */
export function reserve(table: WordTable, length: number): void {
  if (table.used + length <= table.units.length) return;
  const wider = new Uint16Array(2 * (table.used + length));
  wider.set(table.units);
  table.units = wider;
}

/** Writes text[start, end) as the word to come; returns its hash. */
export function write(table: WordTable, text: string, start: number, end: number): number {
  reserve(table, end - start);
  const { units, used } = table;
  let hash = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    units[used + at - start] = unit;
    hash = mixed(hash, unit);
  }
  return hash;
}

/** The hash of the `length` units that have been written as the word to come. */
export function hashOf({ units, used }: WordTable, length: number): number {
  let hash = 0;
  for (let at = used; at < used + length; at++) hash = mixed(hash, units[at] ?? 0);
  return hash;
}

/** One more unit of a word into its hash; a word's hash starts from 0 (FNV-1a on units instead of bytes). */
export function mixed(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** The number of the word written from `table.used` on: the table's size before, when the word is new. */
export function numberOf(table: WordTable, length: number, hash: number): number {
  const { slots } = table;
  const mask = (slots.length >> 1) - 1;
  const home = hash ^ (hash >>> 15);
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const slot = ((home + probe) & mask) << 1;
    const word = (slots[slot + 1] ?? 0) - 1;
    if (word < 0) return add(table, slot, length, hash);
    if (slots[slot] === hash && isWord(table, word, length)) return word;
  }
  const known = table.crowded.get(unitsAsString(table, table.used, table.used + length));
  return known ?? add(table, -1, length, hash);
}

/** Where the units of a word begin. */
export function startOf({ ends }: WordTable, word: number): number {
  return word === 0 ? 0 : (ends.items[word - 1] ?? 0);
}

export function wordAt(table: WordTable, word: number): string {
  return unitsAsString(table, startOf(table, word), table.ends.items[word] ?? 0);
}

function isWord(table: WordTable, word: number, length: number): boolean {
  const { units, used, ends } = table;
  const start = startOf(table, word);
  if ((ends.items[word] ?? 0) - start !== length) return false;
  for (let at = 0; at < length; at++) if (units[start + at] !== units[used + at]) return false;
  return true;
}

function add(table: WordTable, slot: number, length: number, hash: number): number {
  const word = table.ends.size;
  table.used += length;
  push(table.ends, table.used);
  push(table.hashes, hash);
  place(table, slot, word);
  if (4 * table.ends.size > table.slots.length) grow(table);
  return word;
}

function place(table: WordTable, slot: number, word: number): void {
  const { slots, hashes } = table;
  if (slot >= 0) {
    slots[slot] = hashes.items[word] ?? 0;
    slots[slot + 1] = word + 1;
  } else table.crowded.set(wordAt(table, word), word);
}

function grow(table: WordTable): void {
  const slots = new Int32Array(GROWTH * table.slots.length);
  const mask = (slots.length >> 1) - 1;
  table.slots = slots;
  table.crowded.clear();
  for (let word = 0; word < table.ends.size; word++) {
    const hash = table.hashes.items[word] ?? 0;
    const home = hash ^ (hash >>> 15);
    let slot = -1;
    for (let probe = 0; probe < PROBES_MAX && slot < 0; probe++) {
      const next = ((home + probe) & mask) << 1;
      if (slots[next + 1] === 0) slot = next;
    }
    place(table, slot, word);
  }
}

function unitsAsString({ units }: WordTable, start: number, end: number): string {
  return String.fromCharCode(...units.subarray(start, end));
}
