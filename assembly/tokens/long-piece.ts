// In: the bytes of a long piece, as only generated or hostile text has. Out: its tokens, exactly, in linear time.
// Merges MERGE_BYTES_MAX bytes after the other, each time from inside what was merged before. Where two such windows
// meet, the border between their tokens must hold (border.ts); then the tokens are those of one merge of all the bytes.
// Where a border falls, backtrack.ts counts the whole piece.
import { backtrackedLength } from "./backtrack";
import { borderHolds } from "./border";
import { mergedBytes } from "./checkpoint";
import { MERGE_BYTES_MAX } from "./layout";
import { mergedLength, partAfter, partAt } from "./merge-bytes";
import { roomBehindText } from "./text";
import { NO_TOKEN } from "./token-record";

/** Bytes at the end of a window that are merged again: what follows hardly ever changes more, in most text a dozen. */
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
    // Keeps the tokens that end before the overlap: the longest fits in front of it, so every turn keeps at least one.
    let position: u32 = 0;
    for (let next = partAfter(0); next <= size - OVERLAP; next = partAfter(next)) {
      last = partAt(position);
      position = next;
      count++;
    }
    at += position;
    mergedBytes(position);
  }
}
