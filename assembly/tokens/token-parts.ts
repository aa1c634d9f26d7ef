// In: for each token the bytes of the first of the two that it is merged from. Out: which two those are, for all.
// To find them by merging would wait for the table of merges at each step, four fifths of a start. Here both are looked
// up among the tokens, many at once, see fetch.ts; they must be tokens of lower rank, as byte pair encoding has it.

import { hashOfVector } from "../vectors/key";
import { fetchAll } from "./fetch";
import { BATCH_PIECES, BYTE_PAIRS, BYTE_TOKENS, NEW_FETCHED, NEW_KEYS, TOKENS } from "./layout";
import { learnMerge, pairOf, putBuckets } from "./merge-table";
import { KEY_TEXT_MAX, keyOf } from "./short-key";
import { setParts, tokenEnd, tokenStart } from "./token-record";
import { findToken, likelyKey, tagsOf, tokenAt } from "./token-table";

/** The character for a length of 0, which single bytes have. */
const NONE: u32 = 0x30;
/** Tokens at a time: their parts are twice as many. */
const BATCH: u32 = BATCH_PIECES / 2;

/** Learns the merges of all tokens, which must be in the table; `lengths` has a character a token. False if it lies. */
export function learnAllParts(lengths: usize): bool {
  for (let first: u32 = 0; first < TOKENS; first += BATCH) {
    const past = min(first + BATCH, TOKENS);
    for (let token = first; token < past; token++) if (!putKeys(token, token - first, lengths)) return false;
    fetchParts(2 * (past - first));
    for (let token = first; token < past; token++) if (!findParts(token, token - first, lengths)) return false;
    fetchAll(NEW_FETCHED, 2 * (past - first));
    for (let token = first; token < past; token++) if (!learnMerge(token)) return false;
  }
  return true;
}

function leftLength(token: u32, lengths: usize): u32 {
  return u32(load<u8>(lengths + token)) - NONE;
}

/** Puts down the keys of both parts; of one that is too long for that, the key of nothing. */
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

/** Has what the table says of the keys come, and puts down where it says it. */
function fetchParts(count: u32): void {
  for (let place: u32 = 0; place < count; place++) store<u32>(NEW_FETCHED + 4 * place, u32(tagsOf(hashAt(place))));
  fetchAll(NEW_FETCHED, count);
  for (let place: u32 = 0; place < count; place++) store<u32>(NEW_FETCHED + 4 * place, u32(likelyKey(hashAt(place))));
  fetchAll(NEW_FETCHED, count);
}

/** The token of the bytes [start, end), whose key was put down at that place. */
function partAt(place: u32, start: usize, end: usize): u32 {
  if (end - start > KEY_TEXT_MAX) return findToken(start, end);
  return tokenAt(load<u32>(NEW_FETCHED + 4 * place), v128.load(NEW_KEYS + 16 * place));
}

/** Puts down what a token is merged from, a single byte from itself, and where this merge will be remembered. */
function findParts(token: u32, place: u32, lengths: usize): bool {
  const start = tokenStart(token);
  const end = tokenEnd(token);
  if (end - start === 1) store<u32>(BYTE_TOKENS + 4 * u32(load<u8>(start)), token);
  if (end - start === 2) store<u32>(BYTE_PAIRS + 4 * u32(load<u16>(start)), token);
  const middle = start + leftLength(token, lengths);
  const left = middle === start ? token : partAt(2 * place, start, middle);
  const right = middle === start ? token : partAt(2 * place + 1, middle, end);
  setParts(token, left, right);
  putBuckets(NEW_FETCHED + 8 * place, pairOf(left, right));
  return middle === start || (left < token && right < token);
}
