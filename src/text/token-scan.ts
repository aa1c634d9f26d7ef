// Token counts of one text as running sums: where its pieces end and how many tokens they have.
// In: a scan and offsets. Out: tokens and pieces between them; nothing is counted again. Short texts share arrays,
// since views of their own would be two fifths of what a record of forty characters allocates. An array is released as
// a whole with the last text in it.

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

/** The same, starting at a piece that is known to end before: O(pieces) for a series of ascending offsets. */
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

/** Tokens of the first `known` pieces and of the part of the next one before `offset`. */
export function tokensBehind(scan: TokenScan, known: number, offset: number): number {
  const { ends, sums, at, pieces } = scan;
  const pieceStart = endOfPieces(scan, known);
  const before = known === 0 ? 0 : (sums[at + known - 1] ?? 0);
  if (known === pieces || offset <= pieceStart) return before;
  const share = (offset - pieceStart) / ((ends[at + known] ?? 0) - pieceStart);
  return before + Math.floor(share * ((sums[at + known] ?? 0) - before));
}

/** Where the counts of some pieces stand. */
export interface KeptCounts {
  readonly ends: Counts;
  readonly sums: Counts;
  readonly at: number;
  readonly pieces: number;
}

/** Capacity of the shared arrays in pieces: about a call of 60 kB, and 64 KiB in all. */
const SHARED_PIECES = 1 << 14;

/** Texts with more pieces have their own arrays, which bounds what is wasted at the end of shared ones. */
const SHARING_PIECES_MAX = 1 << 11;

/** The highest count that two bytes hold. */
const TWO_BYTES_MAX = 0xffff;

let sharedEnds = new Uint16Array(SHARED_PIECES);
let sharedSums = new Uint16Array(SHARED_PIECES);
let used = 0;

/** Copies the first `pieces` ends, which are ascending, and sums. */
export function keepCounts(ends: Uint32Array, sums: Uint32Array, pieces: number): KeptCounts {
  const highest = Math.max(ends[pieces - 1] ?? 0, sums[pieces - 1] ?? 0);
  if (pieces > SHARING_PIECES_MAX || highest > TWO_BYTES_MAX) {
    return { ends: ownCopy(ends, pieces), sums: ownCopy(sums, pieces), at: 0, pieces };
  }
  if (used + pieces > SHARED_PIECES) {
    sharedEnds = new Uint16Array(SHARED_PIECES);
    sharedSums = new Uint16Array(SHARED_PIECES);
    used = 0;
  }
  const at = used;
  used += pieces;
  copyInto(sharedEnds, at, ends, pieces);
  copyInto(sharedSums, at, sums, pieces);
  return { ends: sharedEnds, sums: sharedSums, at, pieces };
}

function ownCopy(counts: Uint32Array, length: number): Counts {
  if ((counts[length - 1] ?? 0) > TWO_BYTES_MAX) return counts.slice(0, length);
  return new Uint16Array(counts.subarray(0, length));
}

/** Up to this number, copying one by one is faster than through a view. */
const FEW = 32;

function copyInto(shared: Uint16Array, at: number, counts: Uint32Array, length: number): void {
  if (length > FEW) shared.set(counts.subarray(0, length), at);
  else for (let place = 0; place < length; place += 1) shared[at + place] = counts[place] ?? 0;
}

/** The counts of one text's batches, two or more, as one. */
export function joined(parts: readonly KeptCounts[]): KeptCounts {
  const ends = joinedCounts(parts.map(({ ends: counts, at, pieces }) => counts.subarray(at, at + pieces)));
  const sums = joinedCounts(parts.map(({ sums: counts, at, pieces }) => counts.subarray(at, at + pieces)));
  return { ends, sums, at: 0, pieces: ends.length };
}

function joinedCounts(parts: readonly Counts[]): Counts {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  // What fits into two bytes in the last part, which has the highest, does so in all.
  const whole = parts.at(-1) instanceof Uint16Array ? new Uint16Array(length) : new Uint32Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
