// In: pieces of a batch as they are met. Out: their tokens in the batch, and from then on in the memory.
// What a new piece costs is waiting: for tables that are in no cache, and for branches that go either way. So what is
// not remembered is put aside while the walk goes on, and then counted together, in stages: no branch of a stage
// depends on a piece, and all pieces wait for its table at the same time.

import { hashOfVector } from "../vectors/key";
import { fetchAll } from "./fetch";
import { NEW_FETCHED, NEW_KEYS, NEW_NUMBERS, NEW_PLACES, SUMS, WORDS_MAX } from "./layout";
import { addWord, mergeWords, startWords } from "./merge-words";
import { putTokens } from "./piece-batch";
import { isEntryOf, memoEntry, remember, rememberedTokens } from "./piece-memo";
import { KEY_TEXT_MAX } from "./short-key";
import { isTokenAt, likelyKey, tagsOf } from "./token-table";

/** Pieces put aside; a walk over a text has it in a variable of its own as long as it can. */
export let newPieces: u32 = 0;

export function setNewPieces(size: u32): void {
  newPieces = size;
}

/** Puts a piece aside as the one of that place: its number in the batch, and its key. */
export function putNewPiece(place: u32, number: u32, key: v128): void {
  v128.store(NEW_KEYS + 16 * place, key);
  store<u32>(NEW_NUMBERS + 4 * place, number);
}

/** Counts what was put aside. */
export function countNewPieces(): void {
  countMerged(takeTokens(takeFirsts()));
  rememberAll();
  newPieces = 0;
}

function keyAt(place: u32): usize {
  return NEW_KEYS + 16 * place;
}

function numberOf(place: u32): u32 {
  return load<u32>(NEW_NUMBERS + 4 * place);
}

/** Lists what repeats no other; returns how much that is. Four in ten do repeat. */
function takeFirsts(): u32 {
  let listed: u32 = 0;
  for (let place: u32 = 0; place < newPieces; place++) {
    const key = v128.load(keyAt(place));
    const hash = hashOfVector(key);
    const entry = memoEntry(hash);
    store<u32>(NEW_PLACES + 4 * listed, place);
    store<u32>(NEW_FETCHED + 4 * listed, u32(tagsOf(hash)));
    listed += u32(!isEntryOf(entry, key));
    remember(entry, key, 0);
  }
  fetchAll(NEW_FETCHED, listed);
  return listed;
}

/** Counts those listed that are tokens, and leaves the others in the list; returns how many. */
function takeTokens(listed: u32): u32 {
  for (let at: u32 = 0; at < listed; at++) {
    const key = v128.load(keyAt(load<u32>(NEW_PLACES + 4 * at)));
    store<u32>(NEW_FETCHED + 4 * at, u32(likelyKey(hashOfVector(key))));
  }
  fetchAll(NEW_FETCHED, listed);
  let left: u32 = 0;
  for (let at: u32 = 0; at < listed; at++) {
    const place = load<u32>(NEW_PLACES + 4 * at);
    const isToken = isTokenAt(load<u32>(NEW_FETCHED + 4 * at), v128.load(keyAt(place)));
    putTokens(numberOf(place), u32(isToken));
    store<u32>(NEW_PLACES + 4 * left, place);
    left += u32(!isToken);
  }
  return left;
}

function countMerged(listed: u32): void {
  startWords(KEY_TEXT_MAX);
  for (let at: u32 = 0; at < listed; at++) {
    const place = load<u32>(NEW_PLACES + 4 * at);
    addWord(keyAt(place), u32(load<u8>(keyAt(place), 15)), numberOf(place));
    if ((at + 1) % WORDS_MAX === 0) mergeWords();
  }
  mergeWords();
}

/**
 * Remembers the counts, in the same order as the pieces were listed: what repeats another finds in the memory what it
 * found there then, and now with its count.
 */
function rememberAll(): void {
  for (let place: u32 = 0; place < newPieces; place++) {
    const key = v128.load(keyAt(place));
    const entry = memoEntry(hashOfVector(key));
    const number = numberOf(place);
    const count = max(load<u32>(SUMS + 4 * number), rememberedTokens(entry, key));
    remember(entry, key, count);
    putTokens(number, count);
  }
}
