// In: a text. Out: its exact o200k_base token count, alone or with prefix sums so that later stages never count again.
// Texts of special tokens such as <|endoftext|> are ordinary text; a lone surrogate counts as U+FFFD.
// Must never cost more than a constant per byte, whatever the text.
import { nextPieces } from "./tokens/count-pieces.ts";
import { buildEncoding, type Encoding } from "./tokens/encoding.ts";
import { paddedUtf8, type Utf8 } from "./tokens/padded-utf8.ts";
import { emptyBatch, type PieceBatch } from "./tokens/piece-batch.ts";
import { findToken, NO_TOKEN } from "./tokens/token-table.ts";

/** Token counts of one text by piece: what the encoding's split pattern cuts, or a part of it that is encoded alone. */
export interface TokenScan {
  readonly total: number;
  /** UTF-16 offset after each piece, ascending; the last is the length of the text. */
  readonly pieceEnds: Uint32Array;
  /** Tokens of all pieces up to and including each. */
  readonly cumulative: Uint32Array;
}

let built: Encoding | undefined;

/** The tables, built at the first count of this thread. */
function encoding(): Encoding {
  built ??= buildEncoding();
  return built;
}

/** Exact o200k_base tokens of `text`. */
export function countTokens(text: string): number {
  const utf8 = paddedUtf8(text);
  const pieces = emptyBatch();
  while (nextPieces(encoding(), utf8, pieces));
  return pieces.total;
}

/** The rank of the token that `text` as a whole is, null where it is none: the lower, the more often it is written. */
export function tokenRank(text: string): number | null {
  const { view, length } = paddedUtf8(text);
  const token = findToken(encoding().tokens, view, 0, length);
  return token === NO_TOKEN ? null : token;
}

/** Counts `text` in one pass. */
export function scanTokens(text: string): TokenScan {
  const utf8 = paddedUtf8(text);
  const pieces = emptyBatch();
  const ends: Uint32Array[] = [];
  const sums: Uint32Array[] = [];
  let offset = 0;
  for (let from = 0; nextPieces(encoding(), utf8, pieces); from = pieces.end) {
    if (utf8.length !== text.length) offset = toUtf16Offsets(utf8, pieces, from, offset);
    ends.push(pieces.ends.slice(0, pieces.size));
    sums.push(pieces.sums.slice(0, pieces.size));
  }
  return { total: pieces.total, pieceEnds: joined(ends), cumulative: joined(sums) };
}

/** Turns the byte offsets of a batch that starts at byte `from` into UTF-16 offsets; returns the last. */
function toUtf16Offsets({ bytes }: Utf8, { ends, size }: PieceBatch, from: number, startOffset: number): number {
  let at = from;
  let offset = startOffset;
  for (let piece = 0; piece < size; piece++) {
    const end = ends[piece] ?? 0;
    for (; at < end; at++) {
      // One unit a character, two for one of four bytes; a lone surrogate and its stand-in are one unit each.
      const byte = bytes[at] ?? 0;
      if (byte < 0x80 || byte >= 0xc0) offset += byte < 0xf0 ? 1 : 2;
    }
    ends[piece] = offset;
  }
  return offset;
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const whole = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Tokens of text[start, end) by the scan's pieces. Exact when both offsets are ends of pieces, save that white space at
 * the end may count a token less without what follows it; else as if a piece's tokens were spread evenly over it.
 * Monotone in both offsets and additive over adjacent ranges. O(log pieces).
 */
export function tokensBetween(scan: TokenScan, start: number, end: number): number {
  return tokensUpTo(scan, end) - tokensUpTo(scan, start);
}

/** How many pieces end at or before an offset. O(log pieces). */
export function piecesUpTo({ pieceEnds }: TokenScan, offset: number): number {
  let low = 0;
  let high = pieceEnds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pieceEnds[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pieces stepped over at once: from one unit of a text to the next there are about forty. */
const STRIDE = 8;

/** Tokens up to an offset, for offsets that ascend from call to call. O(pieces) for all calls together. */
export function tokensAscending(scan: TokenScan): (offset: number) => number {
  const { pieceEnds } = scan;
  let pieces = 0;
  return (offset) => {
    let at = pieces;
    while (at + STRIDE <= pieceEnds.length && (pieceEnds[at + STRIDE - 1] ?? 0) <= offset) at += STRIDE;
    while (at < pieceEnds.length && (pieceEnds[at] ?? 0) <= offset) at++;
    pieces = at;
    return tokensBehind(scan, at, offset);
  };
}

function tokensUpTo(scan: TokenScan, offset: number): number {
  return tokensBehind(scan, piecesUpTo(scan, offset), offset);
}

/** Tokens of the first `pieces` pieces and of what of the next one lies before `offset`. */
function tokensBehind({ pieceEnds, cumulative }: TokenScan, pieces: number, offset: number): number {
  const pieceStart = pieces === 0 ? 0 : (pieceEnds[pieces - 1] ?? 0);
  const before = pieces === 0 ? 0 : (cumulative[pieces - 1] ?? 0);
  if (pieces === pieceEnds.length || offset <= pieceStart) return before;
  const share = (offset - pieceStart) / ((pieceEnds[pieces] ?? 0) - pieceStart);
  return before + Math.floor(share * ((cumulative[pieces] ?? 0) - before));
}
