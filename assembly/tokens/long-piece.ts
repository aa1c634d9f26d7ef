// In: the bytes of a long piece, as only generated or hostile text has. Out: its tokens, exactly, in linear time.
// Merges one stretch after the other. The end of a stretch is merged again with what follows it; where the stretches
// meet, the border between their tokens must hold, which makes the whole what one merge of all the bytes would give.
import { backtrackedLength } from "./backtrack";
import { borderHolds } from "./border";
import { MERGE_BYTES_MAX } from "./layout";
import { mergedLength, partAfter, partAt } from "./merge-bytes";
import { roomBehindText } from "./text";
import { NO_TOKEN } from "./token-table";

/** Bytes at the end of a stretch that are merged again: what follows hardly ever changes more, in most text a dozen. */
const OVERLAP: u32 = 64;

/** Tokens of the bytes [start, end). */
export function longPieceTokens(start: usize, end: usize): u32 {
  let count: u32 = 0;
  let at = start;
  let last = NO_TOKEN;
  while (true) {
    const size = min(MERGE_BYTES_MAX, u32(end - at));
    const parts = mergedLength(at, at + size);
    if (at > start && !borderHolds(last, partAt(0))) {
      return backtrackedLength(start, end, roomBehindText(end - start + 1));
    }
    if (at + size === end) return count + parts;
    // The longest token is no longer than what is kept, so that every turn gets ahead.
    let position: u32 = 0;
    for (let next = partAfter(0); next <= size - OVERLAP; next = partAfter(next)) {
      last = partAt(position);
      position = next;
      count++;
    }
    at += position;
  }
}
