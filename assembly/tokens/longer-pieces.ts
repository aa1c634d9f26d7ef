// In: the pieces of a batch with more than 15 bytes. Out: their tokens in the batch. They are one piece in a hundred in
// code, and one in three if letters take two or three bytes. Those up to GROUP_BYTES_MAX are collected and counted
// together, in the steps of new-pieces.ts. Their bytes stay in the text, because they do not fit into a key.
import { GROUP_BYTES_MAX, LONGER_NUMBERS, LONGER_STARTS, NEW_PLACES } from "./layout";
import { addLettersToGroup, addToGroup, mergeGroup, startGroup } from "./merging/merge-group";
import { tokensOfOne, tokensWithoutMerging } from "./merging/one-piece";
import { endOfPiece, putTokens, tokensOfPiece } from "./piece-batch";
import { isLongerEntryOf, LONGER_TEXT_MAX, longerEntry, rememberedLonger, rememberLonger } from "./tables/longer-memo";

/** Pieces of up to this many parts are merged in groups of their own, with fewer positions to search. */
const SHORTEST_MAX: u32 = 15;
const SHORTER_MAX: u32 = 31;

// A collected piece has a place, as in new-pieces.ts. LONGER_NUMBERS holds its number in the batch, and LONGER_STARTS
// the address of its start. NEW_PLACES is free again by now and lists the places that are not counted yet.

/** Collected pieces. */
let longerPieces: u32 = 0;

/** Sets the tokens of the piece [start, end) with that number, or collects it. */
export function putLongerPiece(number: u32, start: usize, end: usize): void {
  const length = end - start;
  let count: u32 = 0;
  if (length <= LONGER_TEXT_MAX) count = rememberedLonger(longerEntry(start, length), start, length);
  else if (length > GROUP_BYTES_MAX) count = tokensOfOne(start, end);
  putTokens(number, count);
  store<u32>(LONGER_NUMBERS + 4 * longerPieces, number);
  store<u32>(LONGER_STARTS + 4 * longerPieces, u32(start));
  longerPieces += u32(count === 0);
}

/** No piece is collected: the state before a batch. */
export function startLongerPieces(): void {
  longerPieces = 0;
}

/** Counts the collected pieces, once the batch has all its ends. */
export function countLongerPieces(): void {
  const listed = countWithoutMerging(listDistinct());
  mergeListed(mergeListed(mergeListed(listed, SHORTEST_MAX), SHORTER_MAX), GROUP_BYTES_MAX);
  rememberAll();
}

function numberOf(place: u32): u32 {
  return load<u32>(LONGER_NUMBERS + 4 * place);
}

function startOf(place: u32): usize {
  return usize(load<u32>(LONGER_STARTS + 4 * place));
}

function endOf(place: u32): usize {
  return endOfPiece(numberOf(place));
}

/** Lists the pieces that repeat no earlier one, as in new-pieces.ts. Returns how many. */
function listDistinct(): u32 {
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

/** Counts the listed pieces that are one token or a run, and keeps the others in the list. Returns how many. */
function countWithoutMerging(listed: u32): u32 {
  let left: u32 = 0;
  for (let at: u32 = 0; at < listed; at++) {
    const place = load<u32>(NEW_PLACES + 4 * at);
    const start = startOf(place);
    const end = endOf(place);
    const count = tokensWithoutMerging(start, end);
    putTokens(numberOf(place), count);
    store<u32>(NEW_PLACES + 4 * left, place);
    left += u32(count === 0);
  }
  return left;
}

/** Counts the listed pieces of up to `longest` parts by merging, and keeps the others. Returns how many. */
function mergeListed(listed: u32, longest: u32): u32 {
  startGroup(longest);
  let left: u32 = 0;
  for (let at: u32 = 0; at < listed; at++) {
    const place = load<u32>(NEW_PLACES + 4 * at);
    const start = startOf(place);
    const length = u32(endOf(place) - start);
    const number = numberOf(place);
    const added = addLettersToGroup(start, length, number) || addToGroup(start, length, number);
    store<u32>(NEW_PLACES + 4 * left, place);
    left += u32(!added);
  }
  mergeGroup();
  return left;
}

/** Stores the counts in the memo, in the order of the list, see new-pieces.ts. */
function rememberAll(): void {
  for (let place: u32 = 0; place < longerPieces; place++) {
    const start = startOf(place);
    const length = endOf(place) - start;
    if (length > LONGER_TEXT_MAX) continue;
    const entry = longerEntry(start, length);
    const number = numberOf(place);
    const count = max(tokensOfPiece(number), rememberedLonger(entry, start, length));
    rememberLonger(entry, start, length, count);
    putTokens(number, count);
  }
}
