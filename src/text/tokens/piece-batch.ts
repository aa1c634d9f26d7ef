// Some consecutive pieces of a text with their tokens: where counting puts down what it finds.

/** Pieces of a batch at most: 35 KB of prose, and 64 KB of memory, which all texts share. */
export const BATCH_PIECES: number = 1 << 13;

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
