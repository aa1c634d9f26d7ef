// In: one piece of 16 bytes or more. Out: its tokens. A piece that is one token or a run needs no merging.
import { mergedBytes } from "../checkpoint";
import { MERGE_BYTES_MAX } from "../layout";
import { NO_TOKEN } from "../tables/token-record";
import { findToken } from "../tables/token-table";
import { longPieceTokens } from "./long-piece";
import { mergedLength } from "./merge-bytes";
import { tokensOfRun } from "./runs";

/** Tokens of a piece that is too long to be merged with others: longer than GROUP_BYTES_MAX. */
export function tokensOfOne(start: usize, end: usize): u32 {
  if (end - start > MERGE_BYTES_MAX) return longPieceTokens(start, end);
  mergedBytes(end - start);
  const count = tokensWithoutMerging(start, end);
  return count !== 0 ? count : mergedLength(start, end);
}

/** Tokens of a piece that is one token or a run; 0 for any other piece. */
export function tokensWithoutMerging(start: usize, end: usize): u32 {
  if (findToken(start, end) !== NO_TOKEN) return 1;
  return tokensOfRun(start, end);
}
