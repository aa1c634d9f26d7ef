// In: the bytes of a long piece, as only generated or hostile text has. Out: its tokens, exactly, in linear time.
// Merges one stretch after the other. The end of a stretch is merged again with what follows it; where the stretches
// meet, the border between their tokens must hold, which makes the whole what one merge of all the bytes would give.
import { backtrackedLength } from "./backtrack.ts";
import { borderHolds } from "./border.ts";
import type { Encoding } from "./encoding.ts";
import { following, MERGE_BYTES_MAX, mergedLength, tokens } from "./merge-bytes.ts";
import { NO_TOKEN } from "./token-table.ts";

/** Bytes at the end of a stretch that are merged again: what follows hardly ever changes more, in most text a dozen. */
const OVERLAP = 64;

/** Tokens of the bytes [start, end). 25 to 60 ns a byte. */
export function longPieceTokens(encoding: Encoding, view: DataView, start: number, end: number): number {
  const { merges } = encoding;
  let count = 0;
  let at = start;
  let last = NO_TOKEN;
  for (;;) {
    const size = Math.min(MERGE_BYTES_MAX, end - at);
    const parts = mergedLength(merges, view, at, at + size);
    if (at > start && !borderHolds(merges, last, tokens[0] ?? 0)) return backtrackedLength(encoding, view, start, end);
    if (at + size === end) return count + parts;
    // The longest token is no longer than what is kept, so that every turn gets ahead.
    let position = 0;
    for (let next = following[0] ?? 0; next <= size - OVERLAP; next = following[next] ?? 0) {
      last = tokens[position] ?? 0;
      position = next;
      count++;
    }
    at += position;
  }
}
