// In: a text. Out: its exact o200k_base token count, alone or with prefix sums so that later stages never count again.
// Texts of special tokens such as <|endoftext|> are ordinary text; a lone surrogate counts as U+FFFD.
// Must never cost more than a constant per byte, whatever the text.
import { countPieces, type PieceLog } from "./tokens/count-pieces.ts";
import { buildEncoding, type Encoding } from "./tokens/encoding.ts";
import { paddedUtf8, type Utf8 } from "./tokens/padded-utf8.ts";

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
  return countPieces(encoding(), paddedUtf8(text), null);
}

/** Pieces that a log starts with room for: those of 60 KB of prose. Texts with fewer share it. */
const LOG_PIECES = 1 << 14;
const shared: PieceLog = emptyLog();

function emptyLog(): PieceLog {
  return { ends: new Uint32Array(LOG_PIECES), sums: new Uint32Array(LOG_PIECES), size: 0 };
}

/** Counts `text` in one pass. */
export function scanTokens(text: string): TokenScan {
  const utf8 = paddedUtf8(text);
  const log = utf8.length <= LOG_PIECES ? shared : emptyLog();
  log.size = 0;
  const total = countPieces(encoding(), utf8, log);
  if (utf8.length !== text.length) toUtf16Offsets(utf8, log);
  return { total, pieceEnds: log.ends.slice(0, log.size), cumulative: log.sums.slice(0, log.size) };
}

/** Turns the byte offsets of a log into UTF-16 offsets: a lone surrogate and its stand-in are one unit each. */
function toUtf16Offsets({ bytes }: Utf8, { ends, size }: PieceLog): void {
  let at = 0;
  let offset = 0;
  for (let piece = 0; piece < size; piece++) {
    const end = ends[piece] ?? 0;
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte < 0x80 || byte >= 0xc0) offset += byte < 0xf0 ? 1 : 2;
    }
    ends[piece] = offset;
  }
}

/**
 * Tokens of text[start, end) by the scan's pieces. Exact when both offsets are ends of pieces, save that white space at
 * the end may count a token less without what follows it; else as if a piece's tokens were spread evenly over it.
 * Monotone in both offsets and additive over adjacent ranges. O(log pieces).
 */
export function tokensBetween(scan: TokenScan, start: number, end: number): number {
  return tokensUpTo(scan, end) - tokensUpTo(scan, start);
}

function tokensUpTo(scan: TokenScan, offset: number): number {
  const { pieceEnds, cumulative } = scan;
  let low = 0;
  let high = pieceEnds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pieceEnds[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const pieceStart = low === 0 ? 0 : (pieceEnds[low - 1] ?? 0);
  const before = low === 0 ? 0 : (cumulative[low - 1] ?? 0);
  if (low === pieceEnds.length || offset <= pieceStart) return before;
  const share = (offset - pieceStart) / ((pieceEnds[low] ?? 0) - pieceStart);
  return before + Math.floor(share * ((cumulative[low] ?? 0) - before));
}
