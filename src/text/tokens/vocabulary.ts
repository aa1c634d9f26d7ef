// In: the rank bytes. Out: the vocabulary as flat tables: which bytes are a token, a token's longest proper prefix, the
// two tokens it was merged from, and which pairs merge into which token.
// Must never allocate per token, nor trust a hash: every answer is checked against the bytes.
import { type RankBytes, readRankBytes } from "./rank-bytes.ts";

export const NO_TOKEN = -1;
/** The longest token is 128 spaces. */
export const TOKEN_BYTES_MAX = 128;

/** Slots of the two open-addressing tables: 2.6 a token, so that a miss mostly ends at its first look. */
const SLOT_BITS = 19;
const SLOT_SHIFT = 32 - SLOT_BITS;
const SLOT_MASK = (1 << SLOT_BITS) - 1;
/** A slot is `id + 1` in the low bits and, above them, the hash bits that did not choose the slot; 0 is empty. */
const ID_BITS = 18;
const ID_MASK = (1 << ID_BITS) - 1;
const TAG_MASK = (1 << (32 - ID_BITS)) - 1;
/** 421,660 distinct prefixes in 2^22 bits: one false alarm in ten, half a megabyte, which second-level caches hold. */
const PREFIX_BITS = 22;

export interface Vocabulary {
  readonly ranks: RankBytes;
  /** Tokens by the hash of their bytes. */
  readonly tokenSlots: Uint32Array;
  /** Tokens by the hash of the pair they are merged from. */
  readonly pairSlots: Uint32Array;
  /** A set bit for the hash of each prefix of each token, the whole token included. */
  readonly prefixes: Uint32Array;
  /** A token's longest proper prefix that is a token, or NO_TOKEN. */
  readonly shorter: Int32Array;
  /** The two tokens whose merge gives the token; a single byte names itself. */
  readonly left: Uint32Array;
  readonly right: Uint32Array;
}

export const HASH_SEED = 0;

/** Extends a hash by one byte. The high bits are the good ones. */
export function hashByte(hash: number, byte: number): number {
  return (Math.imul(hash ^ byte ^ (hash >>> 15), 0x9e3779b1) + 0x7f4a7c15) | 0;
}

export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_SEED;
  for (let at = start; at < end; at++) hash = hashByte(hash, bytes[at] ?? 0);
  return hash;
}

export function tokenLength(vocabulary: Vocabulary, id: number): number {
  const { starts } = vocabulary.ranks;
  return (starts[id + 1] ?? 0) - (starts[id] ?? 0);
}

/** The token whose bytes are `bytes[start, end)`, hashed to `hash`, or NO_TOKEN. */
export function findToken(v: Vocabulary, bytes: Uint8Array, start: number, end: number, hash: number): number {
  const { tokenSlots } = v;
  const { pool, starts } = v.ranks;
  const tag = hash & TAG_MASK;
  for (let slot = hash >>> SLOT_SHIFT; ; slot = (slot + 1) & SLOT_MASK) {
    const entry = tokenSlots[slot] ?? 0;
    if (entry === 0) return NO_TOKEN;
    if (entry >>> ID_BITS !== tag) continue;
    const id = (entry & ID_MASK) - 1;
    const first = starts[id] ?? 0;
    if ((starts[id + 1] ?? 0) - first !== end - start) continue;
    let at = start;
    while (at < end && bytes[at] === pool[first + at - start]) at++;
    if (at === end) return id;
  }
}

/** Whether some token starts with the bytes hashed to `hash`; may say yes wrongly, never no. */
export function mayBePrefix(vocabulary: Vocabulary, hash: number): boolean {
  const bit = hash >>> (32 - PREFIX_BITS);
  return (((vocabulary.prefixes[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) !== 0;
}

function hashPair(left: number, right: number): number {
  return Math.imul(Math.imul(left, 0x85ebca6b) ^ right, 0x9e3779b1);
}

/** The token that `left` and `right` merge into, or NO_TOKEN. */
export function mergedToken(vocabulary: Vocabulary, left: number, right: number): number {
  const { pairSlots } = vocabulary;
  const hash = hashPair(left, right);
  const tag = hash & TAG_MASK;
  for (let slot = hash >>> SLOT_SHIFT; ; slot = (slot + 1) & SLOT_MASK) {
    const entry = pairSlots[slot] ?? 0;
    if (entry === 0) return NO_TOKEN;
    if (entry >>> ID_BITS !== tag) continue;
    const id = (entry & ID_MASK) - 1;
    if (vocabulary.left[id] === left && vocabulary.right[id] === right) return id;
  }
}

/**
 * Whether byte pair encoding leaves the border between two tokens standing: whether it encodes their joined bytes as
 * just these two. Undoes the merges next to the border from the latest to the earliest; the border falls if two
 * neighbours met on the way merge earlier than the merge that was undone last.
 * Source of the idea: the `bpe` crate of github/rust-gems, "linear time byte pair encoding".
 */
export function bordersHold(vocabulary: Vocabulary, leftToken: number, rightToken: number): boolean {
  const { left, right } = vocabulary;
  let before = leftToken;
  let after = rightToken;
  let limit = vocabulary.ranks.size;
  for (;;) {
    const merged = mergedToken(vocabulary, before, after);
    if (merged !== NO_TOKEN && merged < limit) return false;
    // Single bytes hold the lowest ranks: when the later of the two is one, both are, and nothing is left to undo.
    // Of two equal neighbours the right one is undone first, because byte pair encoding merges from the left.
    if (before > after) {
      if (left[before] === before) return true;
      limit = before;
      before = right[before] ?? 0;
    } else {
      if (left[after] === after) return true;
      limit = after + 1;
      after = left[after] ?? 0;
    }
  }
}

/** Builds every table from the published ranks: about 100 ms and 10 MB, once a thread. */
export function buildVocabulary(): Vocabulary {
  const ranks = readRankBytes();
  const vocabulary = {
    ranks,
    tokenSlots: new Uint32Array(1 << SLOT_BITS),
    pairSlots: new Uint32Array(1 << SLOT_BITS),
    prefixes: new Uint32Array(1 << (PREFIX_BITS - 5)),
    shorter: new Int32Array(ranks.size),
    left: new Uint32Array(ranks.size),
    right: new Uint32Array(ranks.size),
  };
  fillTokens(vocabulary);
  for (let id = 0; id < ranks.size; id++) fillMerge(vocabulary, id);
  return vocabulary;
}

function fillTokens(v: Vocabulary): void {
  const { pool, starts, size } = v.ranks;
  for (let id = 0; id < size; id++) {
    const end = starts[id + 1] ?? 0;
    let hash = HASH_SEED;
    for (let at = starts[id] ?? 0; at < end; at++) {
      hash = hashByte(hash, pool[at] ?? 0);
      const bit = hash >>> (32 - PREFIX_BITS);
      v.prefixes[bit >>> 5] = (v.prefixes[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
    putSlot(v.tokenSlots, hash, id);
  }
}

function putSlot(slots: Uint32Array, hash: number, id: number): void {
  let slot = hash >>> SLOT_SHIFT;
  while (slots[slot] !== 0) slot = (slot + 1) & SLOT_MASK;
  slots[slot] = ((hash & TAG_MASK) << ID_BITS) | (id + 1);
}

/** Sets `shorter`, `left` and `right` of one token; needs those of every lower rank. */
function fillMerge(v: Vocabulary, id: number): void {
  const { pool, starts } = v.ranks;
  const first = starts[id] ?? 0;
  const end = starts[id + 1] ?? 0;
  v.left[id] = id;
  v.right[id] = id;
  v.shorter[id] = NO_TOKEN;
  let merged = false;
  for (let cut = end - 1; cut > first && !(merged && v.shorter[id] !== NO_TOKEN); cut--) {
    const before = findToken(v, pool, first, cut, hashBytes(pool, first, cut));
    if (before === NO_TOKEN) continue;
    if (v.shorter[id] === NO_TOKEN) v.shorter[id] = before;
    if (before >= id) continue;
    const after = findToken(v, pool, cut, end, hashBytes(pool, cut, end));
    if (after === NO_TOKEN || after >= id || !bordersHold(v, before, after)) continue;
    v.left[id] = before;
    v.right[id] = after;
    putSlot(v.pairSlots, hashPair(before, after), id);
    merged = true;
  }
  if (!merged && end - first > 1) throw new Error(`o200k_base token ${id} is not the merge of two lower ranks`);
}
