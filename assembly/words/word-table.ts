// In: the key of a word. Out: its number, from 0 in the order of first arrival. A hash table with linear probing, whose
// slots are narrow so that it stays in the cache; the words themselves are in word-list.ts. A word that finds no free
// slot goes to the host's Map, so words crafted to collide cost no more than others.
import { allocate, OVERFLOW, release, SLOTS } from "./memory";
import { addOverflow, clearOverflow, findOverflow } from "./outside";
import { areSame, hashOf, spell } from "./word-key";
import { keyOfWord, putWord } from "./word-list";

/** Slots that a word may take. At most half of all slots are taken, so few words find none. */
const PROBES_MAX: u32 = 16;
const SLOTS_MIN: u32 = 1 << 10;

/**
 * A slot is a four-byte number, 0 if it is empty. Wider slots do not stay in the cache, which makes the engine 1.05
 * times as slow at 5.5 MB. Bytes, as a power.
 */
const SLOT_BITS: u32 = 2;

/**
 * Bits of a slot for the word's number + 1: more than two for each byte of the largest request. Above them are the
 * highest bits of its hash, which save nearly all comparisons with other words.
 */
const NUMBER_BITS: u32 = 24;
const NUMBER_MASK: u32 = (1 << NUMBER_BITS) - 1;

/** At `SLOTS`, after the table's address: its number of slots, and the number of words. */
const COUNT: usize = 4;
const SIZE: usize = 8;

/** Makes an empty table for about `words` words: with at least twice as many slots. */
export function makeTable(words: u32): void {
  makeSlots(max(SLOTS_MIN, 4 << (31 - clz(words | 1))));
}

function makeSlots(count: u32): void {
  const bytes = usize(count) << SLOT_BITS;
  const at = allocate(bytes);
  memory.fill(at, 0, bytes);
  store<usize>(SLOTS, at);
  store<u32>(SLOTS, count, COUNT);
}

function size(): i32 {
  return load<i32>(SLOTS, SIZE);
}

/** The number of the word with that key; a new one if there is none yet. */
export function numberOf(key: v128): i32 {
  const hash = hashOf(key);
  const slots = load<usize>(SLOTS);
  const mask = load<u32>(SLOTS, COUNT) - 1;
  const home = homeOf(hash);
  for (let probe: u32 = 0; probe < PROBES_MAX; probe++) {
    const slot = slots + (usize((home + probe) & mask) << SLOT_BITS);
    const held = load<u32>(slot);
    if (held === 0) return add(key, hash, slot);
    if ((held ^ hash) >> NUMBER_BITS !== 0) continue;
    const word = i32(held & NUMBER_MASK) - 1;
    if (areSame(key, keyOfWord(word))) return word;
  }
  const known = findOverflow(spell(key, OVERFLOW));
  return known < 0 ? add(key, hash, 0) : known;
}

/** The first slot that a word with that hash may take, before the mask. Its low bits are mixed with higher ones. */
function homeOf(hash: u32): u32 {
  return hash ^ (hash >> 15);
}

/** Adds a word and returns its number. `slot` is the first free one that it may take, or 0. */
function add(key: v128, hash: u32, slot: usize): i32 {
  const word = size();
  if (u32(word) >= NUMBER_MASK) unreachable();
  store<i32>(SLOTS, word + 1, SIZE);
  putWord(word, key);
  place(word, hash, slot);
  if (u32(word) >= load<u32>(SLOTS, COUNT) >> 1) grow();
  return word;
}

/** Enters a word in its slot, or in the host's Map if it has none. */
function place(word: i32, hash: u32, slot: usize): void {
  if (slot === 0) {
    addOverflow(spell(keyOfWord(word), OVERFLOW), word);
    return;
  }
  store<u32>(slot, (hash & ~NUMBER_MASK) | u32(word + 1));
}

/** Doubles the number of slots and places all words again. */
function grow(): void {
  const former = load<usize>(SLOTS);
  const count = load<u32>(SLOTS, COUNT);
  makeSlots(2 * count);
  release(former, usize(count) << SLOT_BITS);
  clearOverflow();
  for (let word = 0; word < size(); word++) {
    const hash = hashOf(keyOfWord(word));
    place(word, hash, freeSlot(hash));
  }
}

/** The first free slot that a word with that hash may take, or 0. */
function freeSlot(hash: u32): usize {
  const mask = load<u32>(SLOTS, COUNT) - 1;
  const home = homeOf(hash);
  for (let probe: u32 = 0; probe < PROBES_MAX; probe++) {
    const slot = load<usize>(SLOTS) + (usize((home + probe) & mask) << SLOT_BITS);
    if (load<u32>(slot) === 0) return slot;
  }
  return 0;
}
