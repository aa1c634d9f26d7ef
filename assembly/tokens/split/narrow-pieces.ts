// In: a text and the batch of its pieces so far. Out: the batch with further pieces, as long as ASCII and two-byte
// letters decide where they end: nearly all of code and of alphabetic text. Their tokens are counted later.
import { BATCH_PIECES, ENDS, SUMS, TEXT } from "../layout";
import { batchEnd, batchSize, endOfPiece, setBatch } from "../piece-batch";
import { leadWidth } from "../utf8-char";
import { narrowStarts } from "./narrow-starts";

/** Ends written in one turn of the loop, whether needed or not: more than most windows of prose have. */
const ENDS_AT_ONCE: u32 = 16;

/** The bits that are set only in bytes beyond ASCII, for eight bytes. */
const HIGH_BITS: u64 = 0x8080808080808080;

export function addNarrowPieces(): void {
  const first = batchSize;
  let size = first;
  let start = batchEnd;
  while (size < BATCH_PIECES) {
    // With a three-byte character this near, a window would decide hardly anything.
    const beyond = load<u64>(start) & HIGH_BITS;
    if (beyond !== 0 && leadWidth(load<u8>(start + (usize(ctz(beyond)) >> 3))) > 2) break;
    let starts = narrowStarts(start);
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
