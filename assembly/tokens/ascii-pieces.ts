// In: a text and a batch of its pieces. Out: the batch with those that follow as far as ASCII decides them: all of most
// Western text and code. First where they end, then where the memory would have them, then what it has: a loop each,
// of which no turn waits for the one before.

import { hashOfVector } from "../vectors/key";
import { asciiStarts } from "./ascii-starts";
import { fetchAll } from "./fetch";
import { BATCH_PIECES, ENDS, SUMS, TEXT } from "./layout";
import { putLongerPiece } from "./longer-pieces";
import { newPieces, putNewPiece, setNewPieces } from "./new-pieces";
import { batchEnd, batchSize, putTokens, setBatch } from "./piece-batch";
import { memoEntry, rememberedTokens } from "./piece-memo";
import { KEY_TEXT_MAX, keyOf } from "./short-key";

/** Ends that are written at once, needed or not: more than most windows of prose have. */
const AT_ONCE: u32 = 16;

/** Of eight bytes, one each that only bytes beyond ASCII have set. */
const HIGH_BITS: u64 = 0x8080808080808080;

export function addAsciiPieces(): void {
  const first = batchSize;
  const start = batchEnd;
  cutPieces(first, start);
  findEntries(first, start);
  fetchAll(SUMS + 4 * first, batchSize - first);
  takeCounts(first, start);
}

/** Puts down where the pieces end. */
function cutPieces(first: u32, from: usize): void {
  let size = first;
  let start = from;
  while (size < BATCH_PIECES) {
    // Hardly anything would be decided.
    if ((load<u64>(start) & HIGH_BITS) !== 0) break;
    let starts = asciiStarts(start);
    if (starts === 0) break;
    const past = min(size + u32(popcnt(starts)), BATCH_PIECES);
    const offset = u32(start - TEXT);
    for (; size < past; size += AT_ONCE) {
      for (let at = ENDS + 4 * size; at < ENDS + 4 * (size + AT_ONCE); at += 4) {
        store<u32>(at, offset + u32(ctz(starts)));
        starts &= starts - 1;
      }
    }
    size = past;
    start = endOf(size - 1);
  }
  setBatch(size, start);
}

function endOf(number: u32): usize {
  return TEXT + load<u32>(ENDS + 4 * number);
}

/** Puts down the entry of each in the place of its count. */
function findEntries(first: u32, from: usize): void {
  let start = from;
  for (let number = first; number < batchSize; number++) {
    const end = endOf(number);
    const entry = memoEntry(hashOfVector(keyOf(start, min(end - start, KEY_TEXT_MAX))));
    putTokens(number, u32(entry));
    start = end;
  }
}

/** Puts down the counts that are remembered, and puts the other pieces aside. */
function takeCounts(first: u32, from: usize): void {
  let start = from;
  let aside = newPieces;
  for (let number = first; number < batchSize; number++) {
    const end = endOf(number);
    const length = end - start;
    if (length > KEY_TEXT_MAX) {
      putLongerPiece(number, start, end);
    } else {
      const key = keyOf(start, length);
      const count = rememberedTokens(load<u32>(SUMS + 4 * number), key);
      putTokens(number, count);
      putNewPiece(aside, number, key);
      aside += u32(count === 0);
    }
    start = end;
  }
  setNewPieces(aside);
}
