// The token counter: how many o200k_base tokens a text has, and where its pieces end. In: the ranks, once; then texts
// as UTF-16, part by part. Out: batches of pieces at ENDS and SUMS. src/text/token-counter.ts shows how the host calls
// these functions. README.md in this folder explains the counting.
import { countBatch, fillBatch } from "./tokens/count-pieces";
import { buildEncoding } from "./tokens/encoding";
import { KEYS, PREFIXES, TEXT } from "./tokens/layout";
import { batchSize, batchTotal, startBatch } from "./tokens/piece-batch";
import { decodeRanks } from "./tokens/tables/rank-bytes";
import { appendUnits, emptyText, textEnd } from "./tokens/text";
import { convertEnds, startUnits } from "./tokens/utf16-ends";
import { BARE, wordRank } from "./tokens/word-rank";

export { ASKED, ASKED_POINTS, BATCH_PIECES, ENDS, INPUT, INPUT_UNITS, SUMS, TEXT } from "./tokens/layout";
export { BARE, convertEnds, countBatch, wordRank };

/** Where the host writes the line of ranks. The keys of tokens, which need more room, overwrite it later. */
export const RANKS: usize = KEYS;
/** Where the host writes the lengths of left parts. The prefixes, which are built last, overwrite them. */
export const LEFT_LENGTHS: usize = PREFIXES;

/** Builds all tables from `length` bytes of ranks. False if these are not the expected ranks. */
export function buildTables(length: usize): bool {
  const known = decodeRanks(RANKS, RANKS + length);
  memory.fill(RANKS, 0, length);
  return known && buildEncoding(LEFT_LENGTHS);
}

export function startText(): void {
  emptyText();
  startBatch();
  startUnits();
}

export function appendInput(units: u32): u32 {
  appendUnits(units);
  return u32(textEnd - TEXT);
}

export function nextPieces(): u32 {
  fillBatch();
  return batchSize;
}

export function tokensSoFar(): u32 {
  return batchTotal;
}

export { MERGE_BYTES_MAX, PAIR_JOINTS, PART_JOINTS } from "./tokens/layout";
// Exports for tests only.
export { backtrackedLength, lengthWithin } from "./tokens/merging/backtrack";
export { longPieceTokens } from "./tokens/merging/long-piece";
export { mergedLength, partAt } from "./tokens/merging/merge-bytes";
export { tokensOfRun } from "./tokens/merging/runs";
export { putPiece, setBatch } from "./tokens/piece-batch";
export { charClass } from "./tokens/split/char-classes";
export { narrowStarts } from "./tokens/split/narrow-starts";
export { pieceEnd } from "./tokens/split/piece-end";
export { mayJoin } from "./tokens/tables/joints";
export { mergedToken } from "./tokens/tables/merge-table";
export { leftPart, NO_TOKEN, rightPart, tokenEnd, tokenStart } from "./tokens/tables/token-record";
export { findToken } from "./tokens/tables/token-table";
export { roomAfterText } from "./tokens/text";
