// Exact o200k_base token counts: takes a text, returns its tokens, as a total or as running sums, so that no later
// stage counts again. Also estimates from a word's token how rare the word is. Special tokens such as <|endoftext|> are
// ordinary text, and a lone surrogate counts as U+FFFD. The cost of a byte is bounded for any text.
import { type Checkpoint, unchecked } from "./checkpoint.ts";
import { buildCounter, type Counter } from "./token-counter.ts";
import { joined, type KeptCounts, keepCounts, type TokenScan } from "./token-scan.ts";

/**
 * Gives the counter a text to count. Returns the size of the text in bytes of UTF-8.
 * @param checkpoint called while this text is counted
 */
export function writeText(counter: Counter, text: string, checkpoint: Checkpoint = unchecked): number {
  const { exports, windows, inputUnits } = counter;
  counter.checkpoint = checkpoint;
  exports.startText();
  let bytes = 0;
  for (let start = 0; start < text.length; ) {
    const end = inputEnd(text, start + inputUnits);
    const units = end - start;
    windows().input.write(units === text.length ? text : text.slice(start, end), "utf16le");
    bytes = exports.appendInput(units);
    start = end;
  }
  return bytes;
}

/** `end` within the text, or the offset before it if `end` would split a surrogate pair. */
function inputEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
}

let built: Counter | undefined;

/** This thread's counter, built at the first call. It holds one text at a time. */
function theCounter(): Counter {
  built ??= buildCounter();
  return built;
}

/** The exact o200k_base tokens of `text`. @param checkpoint as in `scanTokens` */
export function countTokens(text: string, checkpoint: Checkpoint = unchecked): number {
  // The heading of most small records.
  if (text === "") return 0;
  const counter = theCounter();
  writeText(counter, text, checkpoint);
  while (counter.exports.nextPieces() > 0) checkpoint();
  return counter.exports.tokensSoFar();
}

/** The tokens of a text; null if there are `bound` or more. Counting stops at the bound. */
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

/** Above the rank of every token. */
export const NO_RANK = 200_000;

/**
 * The lowest rank among the words that are tokens with a space before them. If there are none, the lowest among those
 * that are tokens without the space. A common word has a low rank. The first letter may also be a capital. NO_RANK if
 * no word is a token.
 */
export function lowestRank(...words: string[]): number {
  const counter = theCounter();
  let lowest = 2 * counter.bare;
  for (const word of words) {
    writeText(counter, ` ${word}`);
    lowest = Math.min(lowest, counter.exports.wordRank());
  }
  return Math.min(lowest % counter.bare, NO_RANK);
}

/** Byte pairs merge in order of frequency, so ranks follow it. Words up to this rank are the commonest. */
const COMMON_RANK = 300;

/** A word that is not a single token is the rarest: names, ids, inflections. Logarithmic, like word frequencies. */
const SPAN = Math.log(NO_RANK / COMMON_RANK);

/** How rare a word is in general writing: 0 (a common word) to 1 (a name, an id, an inflected form). */
export function backgroundRarity(word: string): number {
  const lower = word.toLowerCase();
  const initial = lower.charAt(0);
  // `lowestRank` also tries the capital of a basic Latin letter.
  const capital = initial >= "a" && initial <= "z" ? initial : initial.toUpperCase();
  if (capital === initial) return caselessRarity(lower);
  return ofRank(lowestRank(lower, capital + lower.slice(1)));
}

/** The rarity of a word in a script without case. */
export function caselessRarity(word: string): number {
  return ofRank(lowestRank(word));
}

/**
 * Prefers the rank of the word with a space before it, if that is a token. Without the space, the token may be a mere
 * part of words: "age" occurs in every "package".
 */
function ofRank(rank: number): number {
  return Math.log(Math.max(rank, COMMON_RANK) / COMMON_RANK) / SPAN;
}

/**
 * Counts `text` in one pass.
 * @param checkpoint is called after each batch of pieces and within long ones; if it throws, the next text starts from
 *   the beginning
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

/** Ends and sums of the next pieces; empty at the end of the text. */
function nextBatch(counter: Counter, isAscii: boolean): KeptCounts {
  const pieces = counter.exports.nextPieces();
  if (pieces > 0 && !isAscii) counter.exports.convertEnds();
  const { ends, sums } = counter.windows();
  return keepCounts(ends, sums, pieces);
}
