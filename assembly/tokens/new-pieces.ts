// In: the short pieces of a batch that no memo remembers. Out: their tokens, in the batch and in the memo. Most of the
// cost of a new piece is waiting: for tables outside the caches, and for mispredicted branches. So new pieces are
// collected while the batch is read, and then counted together in stages. No branch of a stage depends on one piece,
// and the table entries of all pieces are loaded at the same time (prefetch.ts).
import { hashOfVector } from "../bytes/key";
import { LOOKUPS, NEW_KEYS, NEW_NUMBERS, NEW_PLACES } from "./layout";
import { addLettersToGroup, addToGroup, mergeGroup, startGroup } from "./merging/merge-group";
import { putTokens, tokensOfPiece } from "./piece-batch";
import { prefetch } from "./prefetch";
import { KEY_TEXT_MAX, LENGTH_BYTE } from "./short-key";
import { isEntryOf, memoEntry, remember, rememberedTokens } from "./tables/piece-memo";
import { isTokenAt, likelyKey, tagsOf } from "./tables/token-table";

// A collected piece has a place: NEW_KEYS holds its key there, NEW_NUMBERS its number in the batch. NEW_PLACES lists
// the places that are not counted yet, and LOOKUPS holds the addresses to load for them.

/** Collected pieces. Loops keep this in a local variable, which is faster. */
export let newPieces: u32 = 0;

export function setNewPieces(size: u32): void {
  newPieces = size;
}

/** Collects a piece at `place`: its number in the batch, and its key. */
export function putNewPiece(place: u32, number: u32, key: v128): void {
  v128.store(NEW_KEYS + 16 * place, key);
  store<u32>(NEW_NUMBERS + 4 * place, number);
}

/** Counts the collected pieces. */
export function countNewPieces(): void {
  countMerged(countWholeTokens(listDistinct()));
  rememberAll();
  newPieces = 0;
}

function keyAt(place: u32): usize {
  return NEW_KEYS + 16 * place;
}

function numberOf(place: u32): u32 {
  return load<u32>(NEW_NUMBERS + 4 * place);
}

/**
 * Lists the pieces that repeat no earlier one, and returns how many. Four in ten do repeat: the first of them takes the
 * memo entry, which has no count yet.
 */
function listDistinct(): u32 {
  let listed: u32 = 0;
  for (let place: u32 = 0; place < newPieces; place++) {
    const key = v128.load(keyAt(place));
    const hash = hashOfVector(key);
    const entry = memoEntry(hash);
    store<u32>(NEW_PLACES + 4 * listed, place);
    store<u32>(LOOKUPS + 4 * listed, u32(tagsOf(hash)));
    listed += u32(!isEntryOf(entry, key));
    remember(entry, key, 0);
  }
  prefetch(LOOKUPS, listed);
  return listed;
}

/** Counts the listed pieces that are one token, and keeps the others in the list. Returns how many. */
function countWholeTokens(listed: u32): u32 {
  for (let at: u32 = 0; at < listed; at++) {
    const key = v128.load(keyAt(load<u32>(NEW_PLACES + 4 * at)));
    store<u32>(LOOKUPS + 4 * at, u32(likelyKey(hashOfVector(key))));
  }
  prefetch(LOOKUPS, listed);
  let left: u32 = 0;
  for (let at: u32 = 0; at < listed; at++) {
    const place = load<u32>(NEW_PLACES + 4 * at);
    const isToken = isTokenAt(load<u32>(LOOKUPS + 4 * at), v128.load(keyAt(place)));
    putTokens(numberOf(place), u32(isToken));
    store<u32>(NEW_PLACES + 4 * left, place);
    left += u32(!isToken);
  }
  return left;
}

/** Counts the listed pieces by merging. */
function countMerged(listed: u32): void {
  startGroup(KEY_TEXT_MAX);
  for (let at: u32 = 0; at < listed; at++) {
    const place = load<u32>(NEW_PLACES + 4 * at);
    const start = keyAt(place);
    const length = u32(load<u8>(start, LENGTH_BYTE));
    const number = numberOf(place);
    if (!addLettersToGroup(start, length, number)) addToGroup(start, length, number);
  }
  mergeGroup();
}

/**
 * Stores the counts in the memo, in the order of the list. So a piece that repeats another finds the same entry as
 * before, now with the count.
 */
function rememberAll(): void {
  for (let place: u32 = 0; place < newPieces; place++) {
    const key = v128.load(keyAt(place));
    const entry = memoEntry(hashOfVector(key));
    const number = numberOf(place);
    const count = max(tokensOfPiece(number), rememberedTokens(entry, key));
    remember(entry, key, count);
    putTokens(number, count);
  }
}
