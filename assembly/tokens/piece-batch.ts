// Some consecutive pieces of a text with their tokens: where counting puts down what it finds, for the host to take.
import { ENDS, SUMS, TEXT } from "./layout";

/** Pieces in the batch. */
export let batchSize: u32 = 0;
/** Address after the last of them. */
export let batchEnd: usize = TEXT;
/** Tokens of the text up to there. */
export let batchTotal: u32 = 0;

/** Writes down the piece with that number in the batch: where it ends, and the tokens of the text up to there. */
export function putPiece(number: u32, end: usize, total: u32): void {
  store<u32>(ENDS + 4 * number, u32(end - TEXT));
  store<u32>(SUMS + 4 * number, total);
}

/** Says what the batch holds; a walk over a text has the three in variables of its own as long as it can. */
export function setBatch(size: u32, end: usize, total: u32): void {
  batchSize = size;
  batchEnd = end;
  batchTotal = total;
}

/** The batch before the first piece of a text. */
export function startBatch(): void {
  setBatch(0, TEXT, 0);
}
