// Token counts of one text as running sums, and the offsets at which a text may be split without changing its tokens.
// In: a scan and offsets. Out: tokens and pieces between them, without counting again. Short texts share arrays,
// because separate views would be two fifths of the memory of a record of forty characters. The collector frees a
// shared array with its last text.
import { APOSTROPHE } from "./characters.ts";
import { BREAK, JOINER, letterClass } from "./words.ts";

/** Token counts of one text by piece: a match of the encoding's split pattern, or a part that is encoded alone. */
export interface TokenScan {
  readonly total: number;
  /** The number of pieces, which lie in `ends` and `sums` from index `at` on. */
  readonly pieces: number;
  readonly at: number;
  /** The UTF-16 offset after each piece, ascending up to the length of the text. The array may hold other texts too. */
  readonly ends: Counts;
  /** The tokens of the text up to and including each piece. */
  readonly sums: Counts;
}

/**
 * Two bytes per item suffice for most texts. A request holds more of these than of anything else, and V8 collects more
 * often the more it holds. With four bytes, a call of 6 MB costs a twelfth more.
 */
export type Counts = Uint16Array | Uint32Array;

/**
 * Tokens of text[start, end) by the scan's pieces. Exact if both offsets end pieces, except that white space at the end
 * may count a token less than with the text after it. Within a piece, tokens count as evenly spread. Monotone in both
 * offsets, and additive over adjacent ranges. O(log pieces).
 */
export function tokensBetween(scan: TokenScan, start: number, end: number): number {
  return tokensUpTo(scan, end) - tokensUpTo(scan, start);
}

function tokensUpTo(scan: TokenScan, offset: number): number {
  return tokensBefore(scan, piecesUpTo(scan, offset), offset);
}

/** The number of pieces that end at or before an offset. O(log pieces). */
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

/** Pieces that one step skips: there are about forty between two units of a text. */
const STRIDE = 8;

/**
 * Like `piecesUpTo`, but starts from `known` pieces that end before the offset. O(pieces) for a series of ascending
 * offsets.
 */
export function advancePieces({ ends, at, pieces }: TokenScan, known: number, offset: number): number {
  const behind = at + pieces;
  let place = at + known;
  while (place + STRIDE <= behind && (ends[place + STRIDE - 1] ?? 0) <= offset) place += STRIDE;
  while (place < behind && (ends[place] ?? 0) <= offset) place++;
  return place - at;
}

/** The end of the first `pieces` pieces. */
export function endOfPieces({ ends, at }: TokenScan, pieces: number): number {
  return pieces === 0 ? 0 : (ends[at + pieces - 1] ?? 0);
}

/** Tokens of the first `known` pieces and of the next one's part before `offset`. */
export function tokensBefore(scan: TokenScan, known: number, offset: number): number {
  const { ends, sums, at, pieces } = scan;
  const pieceStart = endOfPieces(scan, known);
  const before = known === 0 ? 0 : (sums[at + known - 1] ?? 0);
  if (known === pieces || offset <= pieceStart) return before;
  const share = (offset - pieceStart) / ((ends[at + known] ?? 0) - pieceStart);
  return before + Math.floor(share * ((sums[at + known] ?? 0) - before));
}

/** The stored counts of some pieces. */
export interface KeptCounts {
  readonly ends: Counts;
  readonly sums: Counts;
  readonly at: number;
  readonly pieces: number;
}

/** Capacity of the shared arrays: about the pieces of a 60 kB call, in 64 KiB. */
const SHARED_PIECES = 1 << 14;

/** A text with more pieces has its own arrays, so little of the shared ones is wasted at their end. */
const SHARING_PIECES_MAX = 1 << 11;

/** The highest count that two bytes hold. */
const TWO_BYTES_MAX = 0xffff;

let sharedEnds = new Uint16Array(SHARED_PIECES);
let sharedSums = new Uint16Array(SHARED_PIECES);
let used = 0;

/** Copies the first `pieces` ends, which ascend, and sums. */
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

/** Up to this many items are copied faster one by one than through a view. */
const FEW = 32;

function copyInto(shared: Uint16Array, at: number, counts: Uint32Array, length: number): void {
  if (length > FEW) shared.set(counts.subarray(0, length), at);
  else for (let place = 0; place < length; place += 1) shared[at + place] = counts[place] ?? 0;
}

/** Joins the counts of two or more batches of one text. */
export function joined(parts: readonly KeptCounts[]): KeptCounts {
  const ends = joinedCounts(parts.map(({ ends: counts, at, pieces }) => counts.subarray(at, at + pieces)));
  const sums = joinedCounts(parts.map(({ sums: counts, at, pieces }) => counts.subarray(at, at + pieces)));
  return { ends, sums, at: 0, pieces: ends.length };
}

function joinedCounts(parts: readonly Counts[]): Counts {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  // The last part has the highest counts.
  const whole = parts.at(-1) instanceof Uint16Array ? new Uint16Array(length) : new Uint32Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// The encoding's pattern (assembly/tokens/split/piece-end.ts) cuts a text into pieces that are encoded alone. Letters,
// marks and apostrophes continue a piece that has a letter. Digits continue a piece that has a digit. So at some
// offsets a text may be split in any context: the tokens of the whole are those of both parts.

/** A stretch of a text, from `from` up to `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const MARK = /^\p{M}/u;
/** The lowest code of a mark. */
const FIRST_MARK = 0x300;

/** The search for a boundary covers this much of either end: words are shorter. UTF-16 units. */
const EDGE_LENGTH_MAX = 64;

/** The interior of a shorter stretch is not worth the search. UTF-16 units. */
const LENGTH_MIN = 192;

/** A boundary follows a letter or digit and precedes another character. */
function isBoundary(text: string, at: number): boolean {
  return letterClass(text, at) === BREAK && text.charCodeAt(at) !== APOSTROPHE && isAfterLetter(text, at);
}

/** Whether a letter or a digit ends at `at`. Text that begins with neither does not change the tokens before it. */
export function isAfterLetter(text: string, at: number): boolean {
  const before = letterClass(text, at - 1);
  if (before === BREAK || before === JOINER) return false;
  return text.charCodeAt(at - 1) < FIRST_MARK || !MARK.test(characterBefore(text, at));
}

function characterBefore(text: string, at: number): string {
  const isPair = (text.charCodeAt(at - 1) & 0xfc00) === 0xdc00;
  return text.slice(at - (isPair ? 2 : 1), at);
}

/** The first boundary of text[from, to) near its start, or -1. */
export function firstBoundary(text: string, from: number, to: number): number {
  const most = Math.min(to, from + EDGE_LENGTH_MAX);
  for (let at = from + 1; at < most; at++) if (isBoundary(text, at)) return at;
  return -1;
}

/** The last boundary of text[from, to) near its end, or -1. */
export function lastBoundary(text: string, from: number, to: number): number {
  const least = Math.max(from, to - EDGE_LENGTH_MAX);
  for (let at = to - 1; at > least; at--) if (isBoundary(text, at)) return at;
  return -1;
}

/** The interior between the first and the last boundary of text[from, to); null if it is short. */
export function interiorOf(text: string, from: number, to: number): Stretch | null {
  if (to - from < LENGTH_MIN) return null;
  const first = firstBoundary(text, from, to);
  const last = lastBoundary(text, from, to);
  return first === -1 || last === -1 ? null : { from: first, to: last };
}

const JOINS_LINE_END = /^(?:\/|[^\S\r\n]*[\r\n])/;

/**
 * Whether the line end before `text` is a boundary. A slash continues symbols and line ends before it, and white space
 * continues line ends up to the last of them.
 */
export function startsAtBoundary(text: string): boolean {
  return !JOINS_LINE_END.test(text);
}
