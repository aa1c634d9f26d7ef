// In: pieces of a batch as they are met. Out: their tokens in the batch, and from then on in the memory.
// What a new piece costs is waiting: for tables that are in no cache, and for branches that go either way. So what is
// not remembered is put aside while the walk goes on, and then counted together, so that they wait at the same time:
// 150 to 190 ns for a new word of prose, less than half of what it takes one by one.

import { hashOfVector } from "../vectors/key";
import { NEW_KEYS, NEW_NUMBERS, WORD_COUNTS, WORDS_MAX } from "./layout";
import { longerPieceTokens } from "./longer-memo";
import { mergedLength } from "./merge-bytes";
import { addWord, mergeWords } from "./merge-words";
import { putPiece, putTokens } from "./piece-batch";
import { isEntryOf, memoEntry, remember, rememberedTokens } from "./piece-memo";
import { KEY_TEXT_MAX, keyOf, lengthOf } from "./short-key";
import { findShort, NO_SLOT } from "./token-table";

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

/** Puts down the piece [start, end) in the batch, and aside if it is short and not remembered. */
export function putAnyPiece(number: u32, start: usize, end: usize): void {
  const length = end - start;
  if (length > KEY_TEXT_MAX) {
    putPiece(number, end, longerPieceTokens(start, end));
    return;
  }
  const key = keyOf(start, length);
  const count = rememberedTokens(memoEntry(hashOfVector(key)), key);
  putPiece(number, end, count);
  putNewPiece(newPieces, number, key);
  newPieces += u32(count === 0);
}

/** Counts what was put aside. */
export function countNewPieces(): void {
  for (let from: u32 = 0; from < newPieces; from += WORDS_MAX) countSome(from, min(newPieces, from + WORDS_MAX));
  newPieces = 0;
}

/**
 * Counts some of them. Four in ten repeat one of the same batch: what is counted has its entry in the memory at once,
 * and who comes later and finds it there takes its count from there in the end.
 */
function countSome(from: u32, past: u32): void {
  for (let place = from; place < past; place++) {
    const at = NEW_KEYS + 16 * place;
    const key = v128.load(at);
    const hash = hashOfVector(key);
    const entry = memoEntry(hash);
    let count: u32 = 0;
    if (!isEntryOf(entry, key)) {
      remember(entry, key, 0);
      if (findShort(key, hash) !== NO_SLOT) count = 1;
      else if (i8x16.bitmask(key) === 0) addWord(at, place - from);
      else count = tokensAlone(at);
    }
    store<u32>(WORD_COUNTS + 4 * (place - from), count);
  }
  mergeWords();
  for (let place = from; place < past; place++) {
    const at = NEW_KEYS + 16 * place;
    const key = v128.load(at);
    const entry = memoEntry(hashOfVector(key));
    let count = load<u32>(WORD_COUNTS + 4 * (place - from));
    if (count === 0) count = rememberedTokens(entry, key);
    // The entry may have gone to another piece of the batch.
    if (count === 0) count = tokensAlone(at);
    remember(entry, key, count);
    putTokens(load<u32>(NEW_NUMBERS + 4 * place), count);
  }
}

/** Tokens of the piece with the key at that address. */
function tokensAlone(key: usize): u32 {
  return mergedLength(key, key + lengthOf(v128.load(key)));
}
