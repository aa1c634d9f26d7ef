// In: more bytes of text than a key holds. Out: the token that they are, if any, checked against the bytes. It is a
// hash table with linear probing. A slot holds a token, and above it the bits of its hash that do not select the slot,
// so that most other tokens need no comparison.
import { GOLDEN_32 } from "../../bytes/hash-multipliers";
import { LONG_BITS, LONG_IDS, TOKEN_BYTES_MAX } from "../layout";
import { NO_TOKEN, tokenEnd, tokenStart } from "./token-record";

const SLOT_MASK: u32 = (1 << LONG_BITS) - 1;
/** The bits of a slot for those of the hash. */
const TAG: u32 = ~NO_TOKEN;

/** The token that the bytes [start, end) are, or NO_TOKEN. */
export function findLong(start: usize, end: usize): u32 {
  if (end - start > TOKEN_BYTES_MAX) return NO_TOKEN;
  const hash = hashOfBytes(start, end);
  let slot = firstSlot(hash);
  while (true) {
    const next = load<u32>(LONG_IDS + 4 * slot);
    if (next === 0) return NO_TOKEN;
    slot = (slot + 1) & SLOT_MASK;
    if (((next ^ tagOf(hash)) & TAG) !== 0) continue;
    const token = (next & ~TAG) - 1;
    const first = tokenStart(token);
    if (tokenEnd(token) - first === end - start && memory.compare(start, first, end - start) === 0) return token;
  }
}

/** The slot in which a search starts. */
function firstSlot(hash: u32): u32 {
  return hash >> (32 - LONG_BITS);
}

/** The bits of the hash that are above the token. */
function tagOf(hash: u32): u32 {
  return (hash << LONG_BITS) & TAG;
}

/** Each step moves high bits down, because the low bits of a product are weak. */
function hashOfBytes(start: usize, end: usize): u32 {
  let hash = u32(end - start);
  let at = start;
  for (; at + 4 <= end; at += 4) hash = (hash ^ (hash >> 15) ^ load<u32>(at)) * GOLDEN_32;
  for (; at < end; at++) hash = (hash ^ (hash >> 15) ^ load<u8>(at)) * GOLDEN_32;
  return hash;
}

/** Adds a token, whose bytes are [start, end). */
export function addLongToken(token: u32, start: usize, end: usize): void {
  const hash = hashOfBytes(start, end);
  let slot = firstSlot(hash);
  while (load<u32>(LONG_IDS + 4 * slot) !== 0) slot = (slot + 1) & SLOT_MASK;
  store<u32>(LONG_IDS + 4 * slot, tagOf(hash) | (token + 1));
}
