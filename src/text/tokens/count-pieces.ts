// In: a text as UTF-8. Out: its tokens, and on request where its pieces end and what they add up to.
// The loop that every text goes through: 25 to 30 ns a piece that is remembered, four to five bytes of Western text.
import { asciiPieceEnd, UNDECIDED } from "./ascii-piece-end.ts";
import type { Encoding } from "./encoding.ts";
import type { Utf8 } from "./padded-utf8.ts";
import { pieceEnd } from "./piece-end.ts";
import { pieceTokens, widePieceTokens } from "./piece-memo.ts";

/** Pieces in the order of the text. Grows as needed; `size` entries are filled. */
export interface PieceLog {
  /** Byte offset after each piece. */
  ends: Uint32Array;
  /** Tokens of all pieces up to and including each. */
  sums: Uint32Array;
  size: number;
}

/** Tokens of `text`; appends its pieces to `log`. */
export function countPieces(encoding: Encoding, text: Utf8, log: PieceLog | null): number {
  const { bytes, view, length } = text;
  const { joints } = encoding;
  let total = 0;
  for (let start = 0; start < length; ) {
    const ascii = (bytes[start] ?? 0) < 0x80;
    const decided = ascii ? asciiPieceEnd(bytes, view, start) : UNDECIDED;
    const end = decided === UNDECIDED ? pieceEnd(joints, bytes, start, length) : decided;
    total += ascii ? pieceTokens(encoding, view, start, end) : widePieceTokens(encoding, view, start, end);
    if (log !== null) append(log, end, total);
    start = end;
  }
  return total;
}

function append(log: PieceLog, end: number, sum: number): void {
  if (log.size === log.ends.length) {
    log.ends = doubled(log.ends);
    log.sums = doubled(log.sums);
  }
  log.ends[log.size] = end;
  log.sums[log.size] = sum;
  log.size++;
}

function doubled(values: Uint32Array): Uint32Array {
  const larger = new Uint32Array(values.length * 2);
  larger.set(values);
  return larger;
}
