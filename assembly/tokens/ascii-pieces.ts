// In: a text and the batch of its pieces so far. Out: the batch with the pieces that follow, as far as ASCII alone
// decides where they end: all of most Western text and code. Their tokens are counted later.
import { asciiStarts } from "./ascii-starts";
import { BATCH_PIECES, ENDS, SUMS, TEXT } from "./layout";
import { batchEnd, batchSize, endOfPiece, setBatch } from "./piece-batch";

/** Ends written in one turn of the loop, needed or not: more than most windows of prose have. */
const ENDS_AT_ONCE: u32 = 16;

/** In eight bytes, the bits that only bytes beyond ASCII have set. */
const HIGH_BITS: u64 = 0x8080808080808080;

export function addAsciiPieces(): void {
  const first = batchSize;
  let size = first;
  let start = batchEnd;
  while (size < BATCH_PIECES) {
    // With a character beyond ASCII this near, a window would decide hardly anything.
    if ((load<u64>(start) & HIGH_BITS) !== 0) break;
    let starts = asciiStarts(start);
    if (starts === 0) break;
    const past = min(size + u32(popcnt(starts)), BATCH_PIECES);
    const offset = u32(start - TEXT);
    for (; size < past; size += ENDS_AT_ONCE) {
      for (let at = ENDS + 4 * size; at < ENDS + 4 * (size + ENDS_AT_ONCE); at += 4) {
        store<u32>(at, offset + u32(ctz(starts)));
        starts &= starts - 1;
      }
    }
    size = past;
    start = endOfPiece(size - 1);
  }
  if (size > first) memory.fill(SUMS + 4 * first, 0, 4 * (size - first));
  setBatch(size, start);
}
