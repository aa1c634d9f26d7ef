// In: pieces of a batch of more than 15 bytes as they are met. Out: their tokens in the batch: one piece in a hundred
// of code, one in three where a letter takes two bytes or three. Those up to LONGEST_WORD are put aside and counted
// together, in the steps of new-pieces.ts; they stay where they are in the text.

import { backtrackedLength } from "./backtrack";
import {
  ENDS,
  LONGER_NUMBERS,
  LONGER_STARTS,
  LONGEST_WORD,
  MERGE_BYTES_MAX,
  NEW_PLACES,
  SUMS,
  TEXT,
  WORDS_MAX,
} from "./layout";
import { longPieceTokens } from "./long-piece";
import { isLongerEntryOf, LONGER_TEXT_MAX, longerEntry, rememberedLonger, rememberLonger } from "./longer-memo";
import { mergedLength } from "./merge-bytes";
import { addWord, mergeWords, startWords } from "./merge-words";
import { putTokens } from "./piece-batch";
import { roomBehindText } from "./text";
import { findToken, NO_TOKEN } from "./token-table";

/** Those up to so many bytes are merged apart from the others, with half the positions to search. */
const SHORTER_MAX: u32 = 31;

/** Pieces put aside. */
let longerPieces: u32 = 0;

/** Puts down the tokens of the piece [start, end) with that number, or puts it aside. */
export function putLongerPiece(number: u32, start: usize, end: usize): void {
  const length = end - start;
  let count: u32 = 0;
  if (length <= LONGER_TEXT_MAX) count = rememberedLonger(longerEntry(start, length), start, length);
  else if (length > LONGEST_WORD) count = tokensAlone(start, end);
  putTokens(number, count);
  store<u32>(LONGER_NUMBERS + 4 * longerPieces, number);
  store<u32>(LONGER_STARTS + 4 * longerPieces, u32(start));
  longerPieces += u32(count === 0);
}

/** Counts what was put aside, once all ends are put down. */
export function countLongerPieces(): void {
  const listed = takeTokens(takeFirsts());
  mergeListed(listed, 0, SHORTER_MAX);
  mergeListed(listed, SHORTER_MAX, LONGEST_WORD);
  rememberAll();
  longerPieces = 0;
}

function numberOf(place: u32): u32 {
  return load<u32>(LONGER_NUMBERS + 4 * place);
}

function startOf(place: u32): usize {
  return usize(load<u32>(LONGER_STARTS + 4 * place));
}

function endOf(place: u32): usize {
  return TEXT + load<u32>(ENDS + 4 * numberOf(place));
}

/** Lists what repeats no other; returns how much that is. */
function takeFirsts(): u32 {
  let listed: u32 = 0;
  for (let place: u32 = 0; place < longerPieces; place++) {
    const start = startOf(place);
    const length = endOf(place) - start;
    store<u32>(NEW_PLACES + 4 * listed, place);
    if (length > LONGER_TEXT_MAX) {
      listed++;
      continue;
    }
    const entry = longerEntry(start, length);
    listed += u32(!isLongerEntryOf(entry, start, length));
    rememberLonger(entry, start, length, 0);
  }
  return listed;
}

/** Counts those listed that are tokens or runs, and leaves the others in the list; returns how many. */
function takeTokens(listed: u32): u32 {
  let left: u32 = 0;
  for (let at: u32 = 0; at < listed; at++) {
    const place = load<u32>(NEW_PLACES + 4 * at);
    const start = startOf(place);
    const end = endOf(place);
    const count = tokensAtOnce(start, end);
    putTokens(numberOf(place), count);
    store<u32>(NEW_PLACES + 4 * left, place);
    left += u32(count === 0);
  }
  return left;
}

/** Counts those listed that have more than `above` bytes, and up to `longest`. */
function mergeListed(listed: u32, above: usize, longest: u32): void {
  startWords(longest);
  let group: u32 = 0;
  for (let at: u32 = 0; at < listed; at++) {
    const place = load<u32>(NEW_PLACES + 4 * at);
    const start = startOf(place);
    const length = endOf(place) - start;
    if (length <= above || length > longest) continue;
    addWord(start, u32(length), numberOf(place));
    if (++group % WORDS_MAX === 0) mergeWords();
  }
  mergeWords();
}

/** Remembers the counts, in the same order as the pieces were listed, see new-pieces.ts. */
function rememberAll(): void {
  for (let place: u32 = 0; place < longerPieces; place++) {
    const start = startOf(place);
    const length = endOf(place) - start;
    if (length > LONGER_TEXT_MAX) continue;
    const entry = longerEntry(start, length);
    const number = numberOf(place);
    const count = max(load<u32>(SUMS + 4 * number), rememberedLonger(entry, start, length));
    rememberLonger(entry, start, length, count);
    putTokens(number, count);
  }
}

function tokensAlone(start: usize, end: usize): u32 {
  if (end - start > MERGE_BYTES_MAX) return longPieceTokens(start, end);
  const count = tokensAtOnce(start, end);
  return count !== 0 ? count : mergedLength(start, end);
}

/** Tokens of a piece that is one, or a run; 0 of any other. */
function tokensAtOnce(start: usize, end: usize): u32 {
  if (findToken(start, end) !== NO_TOKEN) return 1;
  return isRun(start, end) ? backtrackedLength(start, end, roomBehindText(end - start + 1)) : 0;
}

/**
 * Whether a piece of 16 bytes or more is one byte again and again, but for the first and the last three: a rule of
 * dashes, an indentation. It is a few long tokens, where merging would take a step for each byte.
 */
function isRun(start: usize, end: usize): bool {
  return memory.compare(start + 1, start + 2, end - start - 5) === 0;
}
