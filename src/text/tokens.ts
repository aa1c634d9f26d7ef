// In: a text. Out: its exact o200k_base token count, alone or with prefix sums so that later stages never count again.
// Texts of special tokens such as <|endoftext|> are ordinary text; a lone surrogate counts as U+FFFD.
// Must never cost more than a constant per byte, whatever the text.
import { encodedLength } from "./tokens/encoded-length.ts";
import { pieceEnd } from "./tokens/piece-end.ts";
import { buildVocabulary, findToken, hashBytes, NO_TOKEN, type Vocabulary } from "./tokens/vocabulary.ts";

/** Token counts of one text by piece, a piece being what the encoding's split pattern cuts. */
export interface TokenScan {
  readonly total: number;
  /** UTF-16 offset after each piece, ascending; the last is the length of the text. */
  readonly pieceEnds: Uint32Array;
  /** Tokens of all pieces up to and including each. */
  readonly cumulative: Uint32Array;
}

let built: Vocabulary | undefined;
function vocabulary(): Vocabulary {
  built ??= buildVocabulary();
  return built;
}

const encoder = new TextEncoder();

/** Exact o200k_base tokens of `text`. */
export function countTokens(text: string): number {
  return scanTokens(text).total;
}

/** Counts `text` in one pass. */
export function scanTokens(text: string): TokenScan {
  const v = vocabulary();
  const bytes = encoder.encode(text);
  const ends: number[] = [];
  const sums: number[] = [];
  let total = 0;
  let offset = 0;
  for (let at = 0; at < bytes.length; ) {
    const end = pieceEnd(bytes, at, bytes.length);
    const whole = findToken(v, bytes, at, end, hashBytes(bytes, at, end));
    total += whole === NO_TOKEN ? encodedLength(v, bytes, at, end) : 1;
    for (; at < end; at++) offset += utf16Units(bytes[at] ?? 0);
    ends.push(offset);
    sums.push(total);
  }
  return { total, pieceEnds: Uint32Array.from(ends), cumulative: Uint32Array.from(sums) };
}

/** UTF-16 units that the character led by this byte of UTF-8 takes; 0 for a continuation byte. */
function utf16Units(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc0) return 0;
  return byte < 0xf0 ? 1 : 2;
}

/**
 * Tokens of text[start, end) by the scan's pieces: exact when both offsets are piece boundaries, else as if a piece's
 * tokens were spread evenly over it. Monotone in both offsets and additive over adjacent ranges. O(log pieces).
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
