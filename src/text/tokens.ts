// In: a text. Out: its exact o200k_base token count, alone or with prefix sums so that later stages never count again.
// Texts of special tokens such as <|endoftext|> are ordinary text; a lone surrogate counts as U+FFFD.
// Must never cost more than a constant per byte, whatever the text.
import { type Checkpoint, unchecked } from "./checkpoint.ts";
import { uint16s } from "./slab.ts";
import { buildCounter, type Counter } from "./tokens/counter.ts";
import { writeText } from "./tokens/write-text.ts";

/** Token counts of one text by piece: what the encoding's split pattern cuts, or a part of it that is encoded alone. */
export interface TokenScan {
  readonly total: number;
  /** UTF-16 offset after each piece, ascending; the last is the length of the text. */
  readonly pieceEnds: Counts;
  /** Tokens of all pieces up to and including each. */
  readonly cumulative: Counts;
}

/**
 * Two bytes apiece suffice for most texts. No request holds more of anything, and V8 collects by what is held: with
 * four a call of 6 MB costs a twelfth more.
 */
type Counts = Uint16Array | Uint32Array;

let built: Counter | undefined;

/** The counter, built at the first count of this thread; it holds one text at a time. */
function theCounter(): Counter {
  built ??= buildCounter();
  return built;
}

/**
 * Exact o200k_base tokens of `text`.
 * @param checkpoint as of `scanTokens`
 */
export function countTokens(text: string, checkpoint: Checkpoint = unchecked): number {
  const counter = theCounter();
  writeText(counter, text, checkpoint);
  while (counter.exports.nextPieces() > 0) checkpoint();
  return counter.exports.tokensSoFar();
}

/** The ranks of the tokens that a word is, null where it is none: the lower, the more often it is written. */
export interface WordRanks {
  /** With a blank before it. */
  readonly spaced: number | null;
  readonly bare: number | null;
}

export function wordRanks(word: string): WordRanks {
  const counter = theCounter();
  writeText(counter, ` ${word}`);
  return { spaced: rankFrom(counter, 0), bare: word === "" ? null : rankFrom(counter, 1) };
}

function rankFrom({ exports }: Counter, skipped: number): number | null {
  const token = exports.tokenFrom(skipped);
  return token === exports.NO_TOKEN.value ? null : token;
}

/**
 * Counts `text` in one pass.
 * @param checkpoint runs after each batch of pieces and within long ones, and may throw: the next text starts from
 * nothing
 */
export function scanTokens(text: string, checkpoint: Checkpoint = unchecked): TokenScan {
  const counter = theCounter();
  const { exports } = counter;
  const isAscii = writeText(counter, text, checkpoint) === text.length;
  const first = nextBatch(counter, isAscii);
  checkpoint();
  const ends = [first.ends];
  const sums = [first.sums];
  for (let more = nextBatch(counter, isAscii); more.ends.length > 0; more = nextBatch(counter, isAscii)) {
    checkpoint();
    ends.push(more.ends);
    sums.push(more.sums);
  }
  return { total: exports.tokensSoFar(), pieceEnds: joined(ends), cumulative: joined(sums) };
}

const NO_BATCH = { ends: new Uint16Array(0), sums: new Uint16Array(0) };

/** Ends and sums of the next pieces; empty behind the last. */
function nextBatch(counter: Counter, isAscii: boolean): { readonly ends: Counts; readonly sums: Counts } {
  const pieces = counter.exports.nextPieces();
  if (pieces === 0) return NO_BATCH;
  if (!isAscii) counter.exports.turnEnds();
  const { ends, sums } = counter.windows();
  return { ends: copied(ends, pieces), sums: copied(sums, pieces) };
}

/** Up to so many are copied one by one: a view of them costs more. */
const FEW = 32;

/** The first `length` of some ascending counts. */
function copied(counts: Uint32Array, length: number): Counts {
  if ((counts[length - 1] ?? 0) > 0xffff) return counts.slice(0, length);
  const short = uint16s(length);
  if (length > FEW) short.set(counts.subarray(0, length));
  else for (let at = 0; at < length; at += 1) short[at] = counts[at] ?? 0;
  return short;
}

function joined(parts: readonly Counts[]): Counts {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
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

/** The same for who knows that the first `pieces` do: O(pieces) for all of some ascending offsets together. */
export function piecesOnTo({ pieceEnds }: TokenScan, pieces: number, offset: number): number {
  let at = pieces;
  while (at + STRIDE <= pieceEnds.length && (pieceEnds[at + STRIDE - 1] ?? 0) <= offset) at += STRIDE;
  while (at < pieceEnds.length && (pieceEnds[at] ?? 0) <= offset) at++;
  return at;
}

function tokensUpTo(scan: TokenScan, offset: number): number {
  return tokensBehind(scan, piecesUpTo(scan, offset), offset);
}

/** Tokens of the first `pieces` pieces and of what of the next one lies before `offset`. */
export function tokensBehind({ pieceEnds, cumulative }: TokenScan, pieces: number, offset: number): number {
  const pieceStart = pieces === 0 ? 0 : (pieceEnds[pieces - 1] ?? 0);
  const before = pieces === 0 ? 0 : (cumulative[pieces - 1] ?? 0);
  if (pieces === pieceEnds.length || offset <= pieceStart) return before;
  const share = (offset - pieceStart) / ((pieceEnds[pieces] ?? 0) - pieceStart);
  return before + Math.floor(share * ((cumulative[pieces] ?? 0) - before));
}
