// In: a text as UTF-8. Out: where its pieces end and what their tokens add up to, a batch of pieces at a time.
// The loop that every text goes through: 15 to 30 ns a piece that is remembered, four to five bytes of Western text.
import { asciiPieceEnd, UNDECIDED } from "./ascii-piece-end.ts";
import type { Encoding } from "./encoding.ts";
import { addKnownWords } from "./known-words.ts";
import type { Utf8 } from "./padded-utf8.ts";
import { BATCH_PIECES, type PieceBatch } from "./piece-batch.ts";
import { pieceEnd } from "./piece-end.ts";
import { pieceTokens } from "./piece-memo.ts";
import { addWideLetters } from "./wide-letters.ts";

/** Replaces the pieces of the batch by those that follow them; false when there are none. */
export function nextPieces(encoding: Encoding, text: Utf8, pieces: PieceBatch): boolean {
  const { bytes, view, length } = text;
  const { ends, sums } = pieces;
  pieces.size = 0;
  for (;;) {
    const lead = bytes[pieces.end] ?? 0;
    if (lead < 0x80) addKnownWords(text, pieces);
    else if (lead >= 0xe0) addWideLetters(encoding, text, pieces);
    const { end: start, size } = pieces;
    if (start >= length || size >= BATCH_PIECES) return size > 0;
    const decided = asciiPieceEnd(bytes, view, start);
    const end = decided === UNDECIDED ? pieceEnd(encoding.joints, bytes, start, length) : decided;
    pieces.total += end === start + 1 ? 1 : pieceTokens(encoding, view, start, end);
    pieces.end = end;
    ends[size] = end;
    sums[size] = pieces.total;
    pieces.size++;
  }
}
