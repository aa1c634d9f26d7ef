// In: bytes of text. Out: the token that they are, if any.
// Must never allocate per token, nor trust a hash: every answer is checked against the bytes.
import type { RankBytes } from "./rank-bytes.ts";
import { hashKey, KEY_BYTES_MAX, keyMasks } from "./short-key.ts";

export const NO_TOKEN = -1;
/** The longest token is 128 spaces. */
export const TOKEN_BYTES_MAX = 128;

/**
 * Slots for the 186,777 tokens of up to 12 bytes: three key words and a tail each, 71 % full; four share a cache
 * line.
 */
const SHORT_BITS = 18;
const SHORT_MASK = (1 << SHORT_BITS) - 1;
/** The tail is the id with the length above it; 0 is an empty slot. */
const ID_BITS = 18;
const ID_MASK = (1 << ID_BITS) - 1;
/** Slots for the 13,221 longer tokens. */
const LONG_BITS = 15;
const LONG_MASK = (1 << LONG_BITS) - 1;

export interface TokenTable {
  readonly ranks: RankBytes;
  readonly short: Int32Array;
  /** `id + 1` of long tokens by the hash of their bytes; 0 is an empty slot. */
  readonly long: Int32Array;
}

/** The token that the bytes [start, end) of `view` are, or NO_TOKEN. At least 11 more bytes must be readable. */
export function findToken(table: TokenTable, view: DataView, start: number, end: number): number {
  const length = end - start;
  if (length > KEY_BYTES_MAX) return length > TOKEN_BYTES_MAX ? NO_TOKEN : findLong(table, view, start, end);
  const w0 = view.getInt32(start, true) & (keyMasks[length << 2] ?? 0);
  const w1 = view.getInt32(start + 4, true) & (keyMasks[(length << 2) + 1] ?? 0);
  const w2 = view.getInt32(start + 8, true) & (keyMasks[(length << 2) + 2] ?? 0);
  return findShort(table, w0, w1, w2, length);
}

/** The same for the key of up to 12 bytes. */
export function findShort(table: TokenTable, w0: number, w1: number, w2: number, length: number): number {
  const { short } = table;
  for (let slot = hashKey(w0, w1, w2) >>> (32 - SHORT_BITS); ; slot = (slot + 1) & SHORT_MASK) {
    const at = slot << 2;
    const tail = short[at + 3] ?? 0;
    if (tail === 0) return NO_TOKEN;
    if (short[at] === w0 && short[at + 1] === w1 && short[at + 2] === w2 && tail >> ID_BITS === length) {
      return tail & ID_MASK;
    }
  }
}

function findLong(table: TokenTable, view: DataView, start: number, end: number): number {
  const { pool, starts } = table.ranks;
  for (let slot = longSlot(view, start, end); ; slot = (slot + 1) & LONG_MASK) {
    const id = (table.long[slot] ?? 0) - 1;
    if (id < 0) return NO_TOKEN;
    const first = starts[id] ?? 0;
    if ((starts[id + 1] ?? 0) - first !== end - start) continue;
    let at = start;
    while (at < end && view.getUint8(at) === pool[first + at - start]) at++;
    if (at === end) return id;
  }
}

function longSlot(view: DataView, start: number, end: number): number {
  let hash = end - start;
  let at = start;
  for (; at + 4 <= end; at += 4) hash = Math.imul(hash ^ (hash >>> 15) ^ view.getInt32(at, true), 0x9e3779b1);
  for (; at < end; at++) hash = Math.imul(hash ^ (hash >>> 15) ^ view.getUint8(at), 0x9e3779b1);
  return hash >>> (32 - LONG_BITS);
}

export function buildTokenTable(ranks: RankBytes, view: DataView): TokenTable {
  const table = {
    ranks,
    short: new Int32Array(4 << SHORT_BITS),
    long: new Int32Array(1 << LONG_BITS),
  };
  for (let id = 0; id < ranks.size; id++) {
    const start = ranks.starts[id] ?? 0;
    const end = ranks.starts[id + 1] ?? 0;
    if (end - start > KEY_BYTES_MAX) putLong(table, view, start, end, id);
    else putShort(table, view, start, end - start, id);
  }
  return table;
}

function putShort({ short }: TokenTable, view: DataView, start: number, length: number, id: number): void {
  const w0 = view.getInt32(start, true) & (keyMasks[length << 2] ?? 0);
  const w1 = view.getInt32(start + 4, true) & (keyMasks[(length << 2) + 1] ?? 0);
  const w2 = view.getInt32(start + 8, true) & (keyMasks[(length << 2) + 2] ?? 0);
  let slot = hashKey(w0, w1, w2) >>> (32 - SHORT_BITS);
  while (short[(slot << 2) + 3] !== 0) slot = (slot + 1) & SHORT_MASK;
  short[slot << 2] = w0;
  short[(slot << 2) + 1] = w1;
  short[(slot << 2) + 2] = w2;
  short[(slot << 2) + 3] = (length << ID_BITS) | id;
}

function putLong({ long }: TokenTable, view: DataView, start: number, end: number, id: number): void {
  let slot = longSlot(view, start, end);
  while (long[slot] !== 0) slot = (slot + 1) & LONG_MASK;
  long[slot] = id + 1;
}
