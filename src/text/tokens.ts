// In: a text. Out: its exact o200k_base token count, alone or with prefix sums so that later stages never count again.
// Texts of special tokens such as <|endoftext|> are ordinary text; a lone surrogate counts as U+FFFD.
// Must never cost more than a constant per byte, whatever the text.
import { type Checkpoint, unchecked } from "./checkpoint.ts";
import type { TokenScan } from "./token-scan.ts";
import { buildCounter, type Counter } from "./tokens/counter.ts";
import { joined, type KeptCounts, keepCounts } from "./tokens/kept-counts.ts";
import { writeText } from "./tokens/write-text.ts";

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

/** The tokens of a text of fewer than `bound`; null as soon as it has as many: what lies behind is not counted. */
export function tokensBelow(text: string, bound: number, checkpoint: Checkpoint = unchecked): number | null {
  const counter = theCounter();
  writeText(counter, text, checkpoint);
  const { nextPieces, tokensSoFar } = counter.exports;
  while (tokensSoFar() < bound) {
    if (nextPieces() === 0) return tokensSoFar();
    checkpoint();
  }
  return null;
}

/** The ranks of the tokens that a word is, null where it is none: the lower, the more often it is written. */
export interface WordRanks {
  /** With a blank before it. */
  readonly spaced: number | null;
  /** Without one: asked only where it is no token with one, since each look into the table waits for memory. */
  readonly bare: number | null;
}

export function wordRanks(word: string): WordRanks {
  const counter = theCounter();
  writeText(counter, ` ${word}`);
  const spaced = rankFrom(counter, 0);
  return { spaced, bare: spaced !== null || word === "" ? null : rankFrom(counter, 1) };
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
  const further: KeptCounts[] = [];
  for (let more = nextBatch(counter, isAscii); more.pieces > 0; more = nextBatch(counter, isAscii)) {
    checkpoint();
    further.push(more);
  }
  const { ends, sums, at, pieces } = further.length === 0 ? first : joined([first, ...further]);
  return { total: exports.tokensSoFar(), pieces, at, ends, sums };
}

/** Ends and sums of the next pieces; none behind the last. */
function nextBatch(counter: Counter, isAscii: boolean): KeptCounts {
  const pieces = counter.exports.nextPieces();
  if (pieces > 0 && !isAscii) counter.exports.convertEnds();
  const { ends, sums } = counter.windows();
  return keepCounts(ends, sums, pieces);
}
