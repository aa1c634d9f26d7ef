// In: a text as UTF-8. Out: batch after batch, where its pieces end, and the number of tokens up to each end. Every
// text goes through these steps: cut a batch, look up known pieces, count the others, add up.
import { recallCounts } from "./known-pieces";
import { BATCH_PIECES } from "./layout";
import { countLongerPieces, startLongerPieces } from "./longer-pieces";
import { countNewPieces } from "./new-pieces";
import { batchEnd, batchSize, emptyBatch, putPiece, setBatch, sumBatch } from "./piece-batch";
import { addNarrowPieces } from "./split/narrow-pieces";
import { pieceEnd } from "./split/piece-end";
import { addWideLetters } from "./split/wide-letters";
import { textEnd } from "./text";
import { leadWidth } from "./utf8-char";

/** Replaces the batch by the pieces that follow it. There are none at the end of the text. */
export function fillBatch(): void {
  const start = batchEnd;
  emptyBatch();
  cutPieces();
  countBatch(start);
  sumBatch();
}

/** Sets the tokens of each piece of the batch. The first piece starts at `start`. */
export function countBatch(start: usize): void {
  startLongerPieces();
  recallCounts(start);
  countNewPieces();
  countLongerPieces();
}

/** Cuts many pieces at once if the next byte is suitable, and otherwise one piece by the general rule. */
function cutPieces(): void {
  while (true) {
    if (leadWidth(load<u8>(batchEnd)) <= 2) addNarrowPieces();
    else addWideLetters();
    const start = batchEnd;
    if (start >= textEnd || batchSize >= BATCH_PIECES) return;
    const end = pieceEnd(start, textEnd);
    putPiece(batchSize, end, 0);
    setBatch(batchSize + 1, end);
  }
}
