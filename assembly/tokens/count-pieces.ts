// In: a text as UTF-8. Out: where its pieces end and what their tokens add up to, a batch of pieces at a time.
// The loop that every text goes through.
import { addAsciiPieces } from "./ascii-pieces";
import { takeKnown } from "./known-pieces";
import { BATCH_PIECES } from "./layout";
import { countLongerPieces } from "./longer-pieces";
import { countNewPieces } from "./new-pieces";
import { batchEnd, batchSize, emptyBatch, putPiece, setBatch, sumBatch } from "./piece-batch";
import { pieceEnd } from "./piece-end";
import { textEnd } from "./text";
import { addWideLetters } from "./wide-letters";

/** Replaces the pieces of the batch by those that follow them. */
export function fillBatch(): void {
  const start = batchEnd;
  emptyBatch();
  cutPieces();
  countBatch(start);
  sumBatch();
}

/** Puts down the counts of the batch, whose first piece starts there. */
export function countBatch(start: usize): void {
  takeKnown(start);
  countNewPieces();
  countLongerPieces();
}

function cutPieces(): void {
  while (true) {
    const lead = load<u8>(batchEnd);
    if (lead < 0x80) addAsciiPieces();
    else if (lead >= 0xe0) addWideLetters();
    const start = batchEnd;
    if (start >= textEnd || batchSize >= BATCH_PIECES) return;
    const end = pieceEnd(start, textEnd);
    putPiece(batchSize, end, 0);
    setBatch(batchSize + 1, end);
  }
}
