// In: a text as UTF-8. Out: where its pieces end and what their tokens add up to, a batch of pieces at a time.
// The loop that every text goes through: 20 to 30 ns a piece that is remembered, four to five bytes of Western text.
import { asciiPieceEnd, UNDECIDED } from "./ascii-piece-end.ts";
import type { Encoding } from "./encoding.ts";
import type { Utf8 } from "./padded-utf8.ts";
import { pieceEnd } from "./piece-end.ts";
import { pieceTokens, widePieceTokens } from "./piece-memo.ts";

/** Pieces of a batch at most: 35 KB of prose, and 64 KB of memory, which all texts share. */
const BATCH_PIECES = 1 << 13;

/** Some consecutive pieces of a text, the first `size` entries; and the text up to their end. */
export interface PieceBatch {
  /** Byte offset after each piece. */
  readonly ends: Uint32Array;
  /** Tokens from the start of the text up to the end of each piece. */
  readonly sums: Uint32Array;
  size: number;
  /** Byte offset after the last piece, and tokens up to there. */
  end: number;
  total: number;
}

const batch: PieceBatch = {
  ends: new Uint32Array(BATCH_PIECES),
  sums: new Uint32Array(BATCH_PIECES),
  size: 0,
  end: 0,
  total: 0,
};

/** The batch before the first piece of a text. Every text uses the same one: one text at a time. */
export function emptyBatch(): PieceBatch {
  batch.size = 0;
  batch.end = 0;
  batch.total = 0;
  return batch;
}

/** Replaces the pieces of the batch by those that follow them; false when there are none. */
export function nextPieces(encoding: Encoding, text: Utf8, pieces: PieceBatch): boolean {
  const { bytes, view, length } = text;
  const { joints } = encoding;
  const { ends, sums } = pieces;
  let { end: start, total } = pieces;
  let size = 0;
  while (start < length && size < BATCH_PIECES) {
    const ascii = (bytes[start] ?? 0) < 0x80;
    const decided = ascii ? asciiPieceEnd(bytes, view, start) : UNDECIDED;
    const end = decided === UNDECIDED ? pieceEnd(joints, bytes, start, length) : decided;
    total += ascii ? pieceTokens(encoding, view, start, end) : widePieceTokens(encoding, view, start, end);
    ends[size] = end;
    sums[size] = total;
    size++;
    start = end;
  }
  pieces.size = size;
  pieces.end = start;
  pieces.total = total;
  return size > 0;
}
