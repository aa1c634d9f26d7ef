// Long pieces, of which a text may be one, take the host's time: now and then it is asked whether to go on.
// What the host throws leaves the batch as it is. So nothing may ask while the memos hold pieces whose count is still
// to come (new-pieces.ts, longer-pieces.ts): only what is counted when it is met does, and what is longer than theirs.

/** Returns to go on, or throws. */
export declare function checkpoint(): void;

/** Bytes that are merged between two checkpoints: 2 to 4 ms. */
const BYTES_A_TURN: usize = 1 << 15;

/** Bytes that have been merged since the last one. */
let merged: usize = 0;

export function mergedBytes(bytes: usize): void {
  merged += bytes;
  if (merged < BYTES_A_TURN) return;
  merged = 0;
  checkpoint();
}
