// Which two tokens merge into which: byte pair encoding on ids, once the bytes have been read.
// In: two neighbouring tokens. Out: the token of their joined bytes, if that is how it is made.
import { LEFT, MERGE_BITS, MERGE_FILTER, MERGE_FILTER_BITS, MERGES, RIGHT } from "./layout";

/** Result of a lookup that finds nothing; above every token, so that a search for the least needs no case for it. */
export const NO_MERGE: u32 = 0x3ffff;

/** A slot holds the two tokens, so many bits each, above the one they merge into; 0 is an empty slot. */
export const TOKEN_BITS: u64 = 18;
const TOKEN_MASK: u64 = (1 << TOKEN_BITS) - 1;
const SLOT_MASK: u32 = (1 << MERGE_BITS) - 1;

/** The token that `left` and `right` merge into, or NO_MERGE. Most pairs are told so by a bit of the filter. */
export function mergedToken(left: u32, right: u32): u32 {
  const pair = pairOf(left, right);
  const hash = hashPair(pair);
  const bit = filterBit(hash);
  if (((u32(load<u8>(MERGE_FILTER + (bit >> 3))) >> (bit & 7)) & 1) === 0) return NO_MERGE;
  let slot = slotOf(hash);
  while (true) {
    const merge = load<u64>(MERGES + 8 * slot);
    if (merge >> TOKEN_BITS === pair) return u32(merge & TOKEN_MASK);
    if (merge === 0) return NO_MERGE;
    slot = (slot + 1) & SLOT_MASK;
  }
}

/** What a token is merged from; a single byte names itself. */
export function leftPart(token: u32): u32 {
  return load<u32>(LEFT + 4 * token);
}

export function rightPart(token: u32): u32 {
  return load<u32>(RIGHT + 4 * token);
}

/** Adds the merge that makes `token`. */
export function learnMerge(token: u32, left: u32, right: u32): void {
  store<u32>(LEFT + 4 * token, left);
  store<u32>(RIGHT + 4 * token, right);
  const pair = pairOf(left, right);
  const hash = hashPair(pair);
  const bit = filterBit(hash);
  const byte = MERGE_FILTER + (bit >> 3);
  store<u8>(byte, load<u8>(byte) | (u8(1) << u8(bit & 7)));
  let slot = slotOf(hash);
  while (load<u64>(MERGES + 8 * slot) !== 0) slot = (slot + 1) & SLOT_MASK;
  store<u64>(MERGES + 8 * slot, (pair << TOKEN_BITS) | token);
}

/** Two tokens as one value. */
export function pairOf(left: u32, right: u32): u64 {
  return (u64(left) << TOKEN_BITS) | right;
}

export function hashPair(pair: u64): u64 {
  return pair * 0x9e3779b97f4a7c15;
}

function slotOf(hash: u64): u32 {
  return u32(hash >> (64 - MERGE_BITS));
}

function filterBit(hash: u64): u32 {
  return u32(hash >> (64 - MERGE_FILTER_BITS));
}
