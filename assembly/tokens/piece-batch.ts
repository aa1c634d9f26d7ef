// The batch: up to BATCH_PIECES consecutive pieces of a text, by number. ENDS holds the end of each, in bytes from the
// start of the text. SUMS holds its tokens while they are counted, then the tokens of the text up to its end. The host
// reads both.
import { ENDS, SUMS, TEXT } from "./layout";

/** Pieces in the batch. */
export let batchSize: u32 = 0;
/** Address after the last of them. */
export let batchEnd: usize = TEXT;
/** Tokens of the text up to there, once the batch is summed up. */
export let batchTotal: u32 = 0;
/** Whether some pieces got their tokens when they were cut. In most texts none do. */
export let hasCounts: bool = false;

/** Sets the end of the piece with that number, and its tokens: 0 if they are counted later. */
export function putPiece(number: u32, end: usize, tokens: u32): void {
  store<u32>(ENDS + 4 * number, u32(end - TEXT));
  putTokens(number, tokens);
  hasCounts = hasCounts || tokens !== 0;
}

export function putTokens(number: u32, tokens: u32): void {
  store<u32>(SUMS + 4 * number, tokens);
}

/** Address after the piece with that number. */
export function endOfPiece(number: u32): usize {
  return TEXT + load<u32>(ENDS + 4 * number);
}

/** Tokens of that piece, 0 if it is not counted yet. Only before the batch is summed up. */
export function tokensOfPiece(number: u32): u32 {
  return load<u32>(SUMS + 4 * number);
}

/** Sets the number of pieces of the batch and its end. Loops keep both in local variables, which are faster. */
export function setBatch(size: u32, end: usize): void {
  batchSize = size;
  batchEnd = end;
}

/** Starts the next batch. */
export function emptyBatch(): void {
  batchSize = 0;
  hasCounts = false;
}

/** The state before the first piece of a text. */
export function startBatch(): void {
  setBatch(0, TEXT);
  batchTotal = 0;
}

/** Replaces the tokens of each piece by those of the text up to its end: running sums, four pieces at a time. */
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
