// What is known of a counted text: where its pieces end and how many tokens they have, as running counts.
// In: such a scan and offsets. Out: tokens and pieces between them. Nothing is counted again.

/** Token counts of one text by piece: what the encoding's split pattern cuts, or a part of it that is encoded alone. */
export interface TokenScan {
  readonly total: number;
  /** How many pieces there are; they stand in `ends` and `sums` from place `at` on. */
  readonly pieces: number;
  readonly at: number;
  /** UTF-16 offset after each piece, ascending; the last is the length of the text. Other texts' may stand around. */
  readonly ends: Counts;
  /** Tokens of all pieces of the text up to and including each. */
  readonly sums: Counts;
}

/**
 * Two bytes apiece suffice for most texts. No request holds more of anything, and V8 collects by what is held: with
 * four a call of 6 MB costs a twelfth more.
 */
export type Counts = Uint16Array | Uint32Array;

/**
 * Tokens of text[start, end) by the scan's pieces. Exact when both offsets are ends of pieces, save that white space at
 * the end may count a token less without what follows it; else as if a piece's tokens were spread evenly over it.
 * Monotone in both offsets and additive over adjacent ranges. O(log pieces).
 */
export function tokensBetween(scan: TokenScan, start: number, end: number): number {
  return tokensUpTo(scan, end) - tokensUpTo(scan, start);
}

function tokensUpTo(scan: TokenScan, offset: number): number {
  return tokensBehind(scan, piecesUpTo(scan, offset), offset);
}

/** How many pieces end at or before an offset. O(log pieces). */
export function piecesUpTo({ ends, at, pieces }: TokenScan, offset: number): number {
  let low = 0;
  let high = pieces;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[at + middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pieces stepped over at once: from one unit of a text to the next there are about forty. */
const STRIDE = 8;

/** The same for who knows that the first `known` do: O(pieces) for all of some ascending offsets together. */
export function piecesOnTo({ ends, at, pieces }: TokenScan, known: number, offset: number): number {
  const behind = at + pieces;
  let place = at + known;
  while (place + STRIDE <= behind && (ends[place + STRIDE - 1] ?? 0) <= offset) place += STRIDE;
  while (place < behind && (ends[place] ?? 0) <= offset) place++;
  return place - at;
}

/** Where the last of the first `pieces` pieces ends. */
export function endOfPieces({ ends, at }: TokenScan, pieces: number): number {
  return pieces === 0 ? 0 : (ends[at + pieces - 1] ?? 0);
}

/** Tokens of the first `known` pieces and of what of the next one lies before `offset`. */
export function tokensBehind(scan: TokenScan, known: number, offset: number): number {
  const { ends, sums, at, pieces } = scan;
  const pieceStart = endOfPieces(scan, known);
  const before = known === 0 ? 0 : (sums[at + known - 1] ?? 0);
  if (known === pieces || offset <= pieceStart) return before;
  const share = (offset - pieceStart) / ((ends[at + known] ?? 0) - pieceStart);
  return before + Math.floor(share * ((sums[at + known] ?? 0) - before));
}
