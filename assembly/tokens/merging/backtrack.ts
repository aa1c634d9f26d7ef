// In: the bytes of a piece. Out: its number of tokens by byte pair encoding, in linear time for all bytes. At each
// position it takes the longest token that has a valid border with the previous token. If there is none, the position
// is a dead end, and the previous token is replaced by a shorter one. Each position becomes a dead end at most once.
// Source: "So many tokens, so little time" (GitHub engineering, 2024) and the Rust crate `bpe` that it describes.
import { addBit, hasBit } from "../../bytes/bit-set";
import { GOLDEN_32, GOLDEN_64 } from "../../bytes/hash-multipliers";
import { checkpoint } from "../checkpoint";
import { PREFIX_BITS, PREFIXES, TOKEN_BYTES_MAX } from "../layout";
import { NO_TOKEN, tokenEnd, tokenStart } from "../tables/token-record";
import { findToken } from "../tables/token-table";
import { borderHolds } from "./border";

/** The mark of a position where no encoding of the preceding bytes ends. Other marks are token lengths, at most 128. */
const DEAD_END: u8 = 255;

/** Tokens tried between two checkpoints: a millisecond. A piece that fits into a memo takes at most half as many. */
const STEPS_PER_CHECKPOINT: u32 = 1 << 12;

/** Tokens of the bytes [start, end). Overwrites one byte more than that from `marks` on. */
export function backtrackedLength(start: usize, end: usize, marks: usize): u32 {
  return lengthWithin(u32.MAX_VALUE, start, end, marks);
}

/** The same, or 0 if it would have to try more than `stepsMax` tokens. */
export function lengthWithin(stepsMax: u32, start: usize, end: usize, marks: usize): u32 {
  memory.fill(marks, 0, end - start + 1);
  // The mark of a position: the length of the token that ends there on the current path, or DEAD_END.
  const marked = marks - start;
  let count: u32 = 0;
  let at = start;
  let previous = NO_TOKEN;
  let token = longestToken(at, end);
  let step: u32 = 0;
  while (step < stepsMax) {
    if (++step % STEPS_PER_CHECKPOINT === 0) checkpoint();
    const length = lengthOf(token);
    const next = at + length;
    if (load<u8>(marked + next) !== DEAD_END && (at === start || borderHolds(previous, token))) {
      store<u8>(marked + next, u8(length));
      count++;
      if (next === end) return count;
      at = next;
      previous = token;
      token = longestToken(at, end);
    } else if (length > 1) {
      token = longestOf(at, next - 1);
    } else {
      // Nothing fits after this position, so shorten the token that ends here.
      token = previous;
      store<u8>(marked + at, DEAD_END);
      at -= lengthOf(token);
      count--;
      if (at > start) previous = findToken(at - load<u8>(marked + at), at);
    }
  }
  return 0;
}

function lengthOf(token: u32): usize {
  return tokenEnd(token) - tokenStart(token);
}

/**
 * Adds the prefixes of a token to PREFIXES, a bit for the hash of each: 421,660 prefixes in 2^22 bits, so one bit in
 * ten is set.
 */
export function addPrefixes(token: u32): void {
  const end = tokenEnd(token);
  let hash: u32 = 0;
  for (let at = tokenStart(token); at < end; at++) {
    hash = extendHash(hash, load<u8>(at));
    addBit(PREFIXES, hash >> (32 - PREFIX_BITS));
  }
}

/** The hash of a prefix that is one byte longer. Because of the added number, a zero byte changes a hash of 0. */
function extendHash(hash: u32, byte: u32): u32 {
  return (hash ^ byte ^ (hash >> 15)) * GOLDEN_32 + u32(GOLDEN_64);
}

/** The longest token that starts at `start` and ends at or before `end`. Every single byte is a token. */
function longestToken(start: usize, end: usize): u32 {
  const limit = min(end, start + TOKEN_BYTES_MAX);
  let hash: u32 = 0;
  let at = start;
  while (at < limit) {
    hash = extendHash(hash, load<u8>(at));
    if (hasBit(PREFIXES, hash >> (32 - PREFIX_BITS)) === 0) break;
    at++;
  }
  return longestOf(start, at);
}

/** The same, if it is known that no longer token ends at or before `end`. Searches backwards from `end`. */
function longestOf(start: usize, end: usize): u32 {
  let at = end;
  let token = findToken(start, at);
  while (token === NO_TOKEN) token = findToken(start, --at);
  return token;
}
