// Some consecutive pieces of a text with their tokens: where counting puts down what it finds, for the host to take.
import { ENDS, SUMS, TEXT } from "./layout";

/** Pieces in the batch. */
export let batchSize: u32 = 0;
/** Address after the last of them. */
export let batchEnd: usize = TEXT;
/** Tokens of the text up to there, once the batch is summed up. */
export let batchTotal: u32 = 0;
/** Whether the counts of some of its pieces were put down with their ends; in most text none are. */
export let hasCounts: bool = false;

/** Writes down the piece with that number in the batch: where it ends, and its tokens, 0 if they come later. */
export function putPiece(number: u32, end: usize, tokens: u32): void {
  store<u32>(ENDS + 4 * number, u32(end - TEXT));
  putTokens(number, tokens);
  hasCounts = hasCounts || tokens !== 0;
}

export function putTokens(number: u32, tokens: u32): void {
  store<u32>(SUMS + 4 * number, tokens);
}

/** Says what the batch holds; a walk over a text has the two in variables of its own as long as it can. */
export function setBatch(size: u32, end: usize): void {
  batchSize = size;
  batchEnd = end;
}

/** Starts a batch of pieces that follow. */
export function emptyBatch(): void {
  batchSize = 0;
  hasCounts = false;
}

/** The batch before the first piece of a text. */
export function startBatch(): void {
  setBatch(0, TEXT);
  batchTotal = 0;
}

/** Makes the tokens of each piece those of the text up to it, four pieces at a time. */
export function sumBatch(): void {
  if (batchSize === 0) return;
  const none = i32x4.splat(0);
  let total = i32x4.splat(batchTotal);
  const past = SUMS + 4 * batchSize;
  for (let at = SUMS; at < past; at += 16) {
    let sums = v128.load(at);
    sums = i32x4.add(sums, i32x4.shuffle(none, sums, 0, 4, 5, 6));
    sums = i32x4.add(sums, i32x4.shuffle(none, sums, 0, 1, 4, 5));
    sums = i32x4.add(sums, total);
    v128.store(at, sums);
    total = i32x4.shuffle(sums, sums, 3, 3, 3, 3);
  }
  batchTotal = load<u32>(past - 4);
}
