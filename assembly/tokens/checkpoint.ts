// Long pieces, which may be a whole text, take much time, so the host can stop the work at checkpoints. If the host
// throws, the batch stays as it is. So there must be no checkpoint while the memos hold pieces without a count
// (new-pieces.ts, longer-pieces.ts). Only pieces that are counted at once, and are longer than those, have checkpoints.

/** Returns to continue, or throws to stop. */
export declare function checkpoint(): void;

/** Bytes that are merged between two checkpoints: 2 to 4 ms. */
const BYTES_PER_CHECKPOINT: usize = 1 << 15;

/** Bytes merged since the last checkpoint. */
let merged: usize = 0;

export function mergedBytes(bytes: usize): void {
  merged += bytes;
  if (merged < BYTES_PER_CHECKPOINT) return;
  merged = 0;
  checkpoint();
}
