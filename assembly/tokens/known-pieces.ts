// In: a batch whose pieces have ends, some of them also tokens. Out: the tokens of the pieces that a memo remembers;
// the others are left to new-pieces.ts and longer-pieces.ts. There are three loops: compute the memo entry of each
// piece, load all entries into the cache (prefetch.ts), read them. In none of them does a turn wait for the previous
// one.
import { hashOfVector } from "../bytes/key";
import { LOOKUPS, MEMO } from "./layout";
import { putLongerPiece } from "./longer-pieces";
import { newPieces, putNewPiece, setNewPieces } from "./new-pieces";
import { batchSize, endOfPiece, hasCounts, putTokens, tokensOfPiece } from "./piece-batch";
import { prefetch } from "./prefetch";
import { KEY_TEXT_MAX, keyOf } from "./short-key";
import { LONGER_TEXT_MAX, longerEntry } from "./tables/longer-memo";
import { memoEntry, rememberedTokens } from "./tables/piece-memo";

/** Sets the tokens of the remembered pieces. The batch's first piece starts at `from`. */
export function recallCounts(from: usize): void {
  findEntries(from);
  prefetch(LOOKUPS, batchSize);
  readEntries(from);
}

function isCounted(number: u32): bool {
  return hasCounts && tokensOfPiece(number) !== 0;
}

function findEntries(from: usize): void {
  let start = from;
  for (let number: u32 = 0; number < batchSize; number++) {
    const end = endOfPiece(number);
    store<u32>(LOOKUPS + 4 * number, u32(isCounted(number) ? MEMO : entryOf(start, end - start)));
    start = end;
  }
}

/** The entry of a piece. For a piece too long to be remembered, an address that is cheap to load. */
function entryOf(start: usize, length: usize): usize {
  if (length <= KEY_TEXT_MAX) return memoEntry(hashOfVector(keyOf(start, length)));
  return length <= LONGER_TEXT_MAX ? longerEntry(start, length) : MEMO;
}

function readEntries(from: usize): void {
  let start = from;
  let aside = newPieces;
  for (let number: u32 = 0; number < batchSize; number++) {
    const end = endOfPiece(number);
    const length = end - start;
    if (!isCounted(number)) {
      if (length > KEY_TEXT_MAX) {
        putLongerPiece(number, start, end);
      } else {
        const key = keyOf(start, length);
        const count = rememberedTokens(load<u32>(LOOKUPS + 4 * number), key);
        putTokens(number, count);
        putNewPiece(aside, number, key);
        aside += u32(count === 0);
      }
    }
    start = end;
  }
  setNewPieces(aside);
}
