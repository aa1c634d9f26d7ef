// In: for each token the length of its left part in bytes, as computed by tools/token-parts.ts. Out: both parts of
// every token, and the merge table. Finding the parts by merging would make the start two thirds longer, because every
// merge waits for memory of the merge table. Here both parts are looked up in the token table, many at once
// (prefetch.ts). They must have a lower rank, as byte pair encoding requires.
import { ZERO } from "../../bytes/ascii";
import { hashOfVector } from "../../bytes/key";
import { BATCH_PIECES, BYTE_PAIRS, BYTE_TOKENS, LOOKUPS, NEW_KEYS, TOKENS } from "../layout";
import { prefetch } from "../prefetch";
import { KEY_TEXT_MAX, keyOf } from "../short-key";
import { addMerge, pairOf, putBuckets } from "./merge-table";
import { setParts, tokenEnd, tokenStart } from "./token-record";
import { findToken, likelyKey, tagsOf, tokenAt } from "./token-table";

/** Tokens at a time: there is room for BATCH_PIECES parts, two a token. */
const BATCH: u32 = BATCH_PIECES / 2;

/** Sets the parts and merges of all tokens, which must be in the token table. False if a length is wrong. */
export function setAllParts(lengths: usize): bool {
  for (let first: u32 = 0; first < TOKENS; first += BATCH) {
    const past = min(first + BATCH, TOKENS);
    for (let token = first; token < past; token++) if (!putKeys(token, token - first, lengths)) return false;
    fetchParts(2 * (past - first));
    for (let token = first; token < past; token++) if (!findParts(token, token - first, lengths)) return false;
    prefetch(LOOKUPS, 2 * (past - first));
    for (let token = first; token < past; token++) if (!addMerge(token)) return false;
  }
  return true;
}

/** Lengths are characters: `0` for a single byte, which has no parts, `1` for a left part of one byte, and so on. */
function leftLength(token: u32, lengths: usize): u32 {
  return u32(load<u8>(lengths + token)) - ZERO;
}

/** Writes the keys of both parts to NEW_KEYS. A part that is too long for a key gets the key of no bytes. */
function putKeys(token: u32, place: u32, lengths: usize): bool {
  const start = tokenStart(token);
  const end = tokenEnd(token);
  const left = leftLength(token, lengths);
  if (left >= u32(end - start) || (left === 0) !== (end - start === 1)) return false;
  putKey(2 * place, start, start + left);
  putKey(2 * place + 1, start + left, end);
  return true;
}

function putKey(place: u32, start: usize, end: usize): void {
  const length = end - start;
  v128.store(NEW_KEYS + 16 * place, keyOf(start, length > KEY_TEXT_MAX ? 0 : length));
}

function hashAt(place: u32): u64 {
  return hashOfVector(v128.load(NEW_KEYS + 16 * place));
}

/** Loads the table's entries for the keys into the cache. LOOKUPS then has the likely key of each. */
function fetchParts(count: u32): void {
  for (let place: u32 = 0; place < count; place++) store<u32>(LOOKUPS + 4 * place, u32(tagsOf(hashAt(place))));
  prefetch(LOOKUPS, count);
  for (let place: u32 = 0; place < count; place++) store<u32>(LOOKUPS + 4 * place, u32(likelyKey(hashAt(place))));
  prefetch(LOOKUPS, count);
}

/** The token of the bytes [start, end), whose key is at that place. */
function partAt(place: u32, start: usize, end: usize): u32 {
  if (end - start > KEY_TEXT_MAX) return findToken(start, end);
  return tokenAt(load<u32>(LOOKUPS + 4 * place), v128.load(NEW_KEYS + 16 * place));
}

/** Sets the parts of a token, and writes the possible buckets of its merge to LOOKUPS. */
function findParts(token: u32, place: u32, lengths: usize): bool {
  const start = tokenStart(token);
  const end = tokenEnd(token);
  if (end - start === 1) store<u32>(BYTE_TOKENS + 4 * u32(load<u8>(start)), token);
  if (end - start === 2) store<u32>(BYTE_PAIRS + 4 * u32(load<u16>(start)), token);
  const middle = start + leftLength(token, lengths);
  const left = middle === start ? token : partAt(2 * place, start, middle);
  const right = middle === start ? token : partAt(2 * place + 1, middle, end);
  setParts(token, left, right);
  putBuckets(LOOKUPS + 8 * place, pairOf(left, right));
  return middle === start || (left < token && right < token);
}
