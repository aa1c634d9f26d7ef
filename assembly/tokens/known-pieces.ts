// In: a batch of pieces with their ends, some with counts. Out: the counts of those that are remembered; the others are
// put aside. First where the memory would have each, then that it comes, see fetch.ts, then what it has: a loop each,
// of which no turn waits for the one before.

import { hashOfVector } from "../vectors/key";
import { fetchAll } from "./fetch";
import { ENDS, MEMO, NEW_FETCHED, SUMS, TEXT } from "./layout";
import { LONGER_TEXT_MAX, longerEntry } from "./longer-memo";
import { putLongerPiece } from "./longer-pieces";
import { newPieces, putNewPiece, setNewPieces } from "./new-pieces";
import { batchSize, hasCounts, putTokens } from "./piece-batch";
import { memoEntry, rememberedTokens } from "./piece-memo";
import { KEY_TEXT_MAX, keyOf } from "./short-key";

/** Puts down the counts of the batch whose first piece starts there, as far as they are known. */
export function takeKnown(from: usize): void {
  findEntries(from);
  fetchAll(NEW_FETCHED, batchSize);
  takeCounts(from);
}

function endOf(number: u32): usize {
  return TEXT + load<u32>(ENDS + 4 * number);
}

/** Whether the count of a piece has been put down. */
function isCounted(number: u32): bool {
  return hasCounts && load<u32>(SUMS + 4 * number) !== 0;
}

function findEntries(from: usize): void {
  let start = from;
  for (let number: u32 = 0; number < batchSize; number++) {
    const end = endOf(number);
    store<u32>(NEW_FETCHED + 4 * number, u32(isCounted(number) ? MEMO : entryOf(start, end - start)));
    start = end;
  }
}

function entryOf(start: usize, length: usize): usize {
  if (length <= KEY_TEXT_MAX) return memoEntry(hashOfVector(keyOf(start, length)));
  return length <= LONGER_TEXT_MAX ? longerEntry(start, length) : MEMO;
}

function takeCounts(from: usize): void {
  let start = from;
  let aside = newPieces;
  for (let number: u32 = 0; number < batchSize; number++) {
    const end = endOf(number);
    const length = end - start;
    if (!isCounted(number)) {
      if (length > KEY_TEXT_MAX) {
        putLongerPiece(number, start, end);
      } else {
        const key = keyOf(start, length);
        const count = rememberedTokens(load<u32>(NEW_FETCHED + 4 * number), key);
        putTokens(number, count);
        putNewPiece(aside, number, key);
        aside += u32(count === 0);
      }
    }
    start = end;
  }
  setNewPieces(aside);
}
