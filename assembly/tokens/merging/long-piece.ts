// In: the bytes of a long piece, which occurs only in generated or hostile text. Out: its tokens, exactly, in linear
// time. It merges windows of MERGE_BYTES_MAX bytes, each starting inside the previous one. If the border between the
// tokens of two windows is valid (border.ts), the tokens are those of one merge of all the bytes. If not, the windows
// are joined earlier. If that fails too, backtrack.ts counts the whole piece.
import { mergedBytes } from "../checkpoint";
import { MERGE_BYTES_MAX } from "../layout";
import { NO_TOKEN } from "../tables/token-record";
import { roomAfterText } from "../text";
import { backtrackedLength } from "./backtrack";
import { borderHolds } from "./border";
import { mergedLength, partAfter, partAt } from "./merge-bytes";

/**
 * Bytes of a window whose tokens are kept. The following text may change the tokens after them, and seldom those
 * before. Each byte is then merged 1.14 times. With 128, the length of the longest token, it took 1.2 to 1.25 times as
 * long.
 */
const KEPT_MAX: u32 = 168;

/**
 * If the border is invalid, half as many bytes of the previous window are kept, and so on down to this number.
 * Alternating runs of white space or signs need this: such a piece takes about 120 ns a byte, and would take 200 to
 * 2,700 by backtracking.
 */
const KEPT_MIN: u32 = 32;

/** Tokens of the bytes [start, end). */
export function longPieceTokens(start: usize, end: usize): u32 {
  let count: u32 = 0;
  let at = start;
  let last = NO_TOKEN;
  window = 0;
  let kept = KEPT_MAX;
  /** The start of the last window with a valid border, and the tokens before it. */
  let confirmed = start;
  let countToSure: u32 = 0;
  while (true) {
    const size = min(MERGE_BYTES_MAX, u32(end - at));
    const parts = mergeWindow(at, size);
    mergedBytes(size);
    if (at === start || borderHolds(last, partAt(0))) {
      if (at + size === end) return count + parts;
      kept = KEPT_MAX;
      confirmed = at;
      countToSure = count;
    } else {
      kept >>= 1;
      if (kept < KEPT_MIN) return backtrackedLength(start, end, roomAfterText(end - start + 1));
      at = confirmed;
      count = countToSure;
      mergeWindow(at, MERGE_BYTES_MAX);
    }
    let position: u32 = 0;
    for (let next = partAfter(0); position === 0 || next <= kept; next = partAfter(next)) {
      last = partAt(position);
      position = next;
      count++;
    }
    at += position;
  }
}

/** The window whose parts merge-bytes.ts holds, or 0 if it holds none of this piece; and its parts. */
let window: usize = 0;
let windowParts: u32 = 0;

/**
 * Merges the window of `size` bytes at `at` and returns its parts. In a run, such as a megabyte of spaces, each window
 * has the bytes of the previous one. Those are merged once.
 */
function mergeWindow(at: usize, size: u32): u32 {
  if (window !== 0 && size === MERGE_BYTES_MAX && isSameWindow(at)) return windowParts;
  windowParts = mergedLength(at, at + size);
  window = size === MERGE_BYTES_MAX ? at : 0;
  return windowParts;
}

/** Whether MERGE_BYTES_MAX bytes at `at` equal those of the window. Compares sixteen at a time. */
function isSameWindow(at: usize): bool {
  for (let offset: usize = 0; offset < MERGE_BYTES_MAX; offset += 16) {
    const differing = v128.xor(v128.load(at + offset), v128.load(window + offset));
    if (v128.any_true(differing)) return false;
  }
  return true;
}
