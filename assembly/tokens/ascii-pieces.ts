// In: a text and a batch of its pieces. Out: the batch with those that follow as far as ASCII decides them: all of most
// Western text and code. Their counts come later.

import { asciiStarts } from "./ascii-starts";
import { BATCH_PIECES, ENDS, SUMS, TEXT } from "./layout";
import { batchEnd, batchSize, setBatch } from "./piece-batch";

/** Ends that are written at once, needed or not: more than most windows of prose have. */
const AT_ONCE: u32 = 16;

/** Of eight bytes, one each that only bytes beyond ASCII have set. */
const HIGH_BITS: u64 = 0x8080808080808080;

export function addAsciiPieces(): void {
  const first = batchSize;
  let size = first;
  let start = batchEnd;
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
  if (size > first) memory.fill(SUMS + 4 * first, 0, 4 * (size - first));
  setBatch(size, start);
}

function endOf(number: u32): usize {
  return TEXT + load<u32>(ENDS + 4 * number);
}
