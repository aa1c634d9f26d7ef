// Which two tokens merge into which: byte pair encoding on ids, once the bytes have been read.
// In: two neighbouring tokens. Out: the token of their joined bytes, if that is how it is made.

/** Result of a lookup that finds nothing; above every token, so that a search for the least needs no case for it. */
export const NO_MERGE = 0x3ffff;

/** Slots for 195,089 merges of two words each, 74 % full; neighbours share a cache line. */
const SLOT_BITS = 18;
const SLOT_MASK = (1 << SLOT_BITS) - 1;
/** One bit a hash, 9 % of them set: most pairs that do not merge are told so without a look at the 2 MB of slots. */
const FILTER_BITS = 21;
/**
 * A slot holds 18 bits of each of the three tokens: 14 bits of the right one stand in the first word, 4 in the
 * second.
 */
const RIGHT_LOW_BITS = 14;
const RIGHT_HIGH_BITS = 4;
const RIGHT_HIGH_MASK = (1 << RIGHT_HIGH_BITS) - 1;

export interface MergeTable {
  readonly slots: Int32Array;
  readonly filter: Int32Array;
  /** The two tokens that a token is merged from; a single byte names itself. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** The token of each byte. */
  readonly bytes: Int32Array;
  /** The token of each two bytes, the first one high; NO_MERGE for none. */
  readonly bytePairs: Int32Array;
}

export function emptyMergeTable(tokens: number): MergeTable {
  return {
    slots: new Int32Array(2 << SLOT_BITS),
    filter: new Int32Array(1 << (FILTER_BITS - 5)),
    left: new Int32Array(tokens),
    right: new Int32Array(tokens),
    bytes: new Int32Array(1 << 8),
    bytePairs: new Int32Array(1 << 16).fill(NO_MERGE),
  };
}

/** The token that `left` and `right` merge into, or NO_MERGE. */
export function mergedToken({ slots, filter }: MergeTable, left: number, right: number): number {
  const key = (left << RIGHT_LOW_BITS) ^ right;
  const rest = right >> RIGHT_LOW_BITS;
  const hash = hashPair(key, rest);
  const bit = hash >>> (32 - FILTER_BITS);
  if ((((filter[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0) return NO_MERGE;
  for (let slot = hash >>> (32 - SLOT_BITS); ; slot = (slot + 1) & SLOT_MASK) {
    const tail = slots[(slot << 1) + 1] ?? 0;
    if (tail === 0) return NO_MERGE;
    if (slots[slot << 1] === key && (tail & RIGHT_HIGH_MASK) === rest) return tail >> RIGHT_HIGH_BITS;
  }
}

export function addMerge({ slots, filter }: MergeTable, left: number, right: number, token: number): void {
  const key = (left << RIGHT_LOW_BITS) ^ right;
  const rest = right >> RIGHT_LOW_BITS;
  const hash = hashPair(key, rest);
  const bit = hash >>> (32 - FILTER_BITS);
  filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
  let slot = hash >>> (32 - SLOT_BITS);
  while (slots[(slot << 1) + 1] !== 0) slot = (slot + 1) & SLOT_MASK;
  slots[slot << 1] = key;
  slots[(slot << 1) + 1] = (token << RIGHT_HIGH_BITS) | rest;
}

function hashPair(key: number, rest: number): number {
  return Math.imul(Math.imul(key, 0x85ebca6b) ^ rest, 0x9e3779b1);
}
