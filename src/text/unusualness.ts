// How unusual a word is in writing at large, whatever this request holds: read off the encoding's own ranks.
// In: a word. Out: 0 (everybody's word) to 1 (hardly anybody's). Must not look at the records: how rare a word is among
// them is another question, and a request of few records has too few counts to answer this one.
import { lowestRank, NO_RANK } from "./tokens.ts";

/** Byte pairs are merged in the order of their frequency: words up to this rank are as common as words get ... */
const COMMON_RANK = 300;

/** ... and what is no single token is as rare: names, ids, inflections. A logarithm, as frequencies fall (Zipf). */
const SPAN = Math.log(NO_RANK / COMMON_RANK);

export function unusualness(word: string): number {
  const lower = word.toLowerCase();
  const initial = lower.charAt(0);
  // A capital of basic Latin is looked for beside the small letter anyway.
  const capital = initial >= "a" && initial <= "z" ? initial : initial.toUpperCase();
  if (capital === initial) return caselessUnusualness(lower);
  return ofRank(lowestRank(lower, capital + lower.slice(1)));
}

/** The same for a word of a script without case. */
export function caselessUnusualness(word: string): number {
  return ofRank(lowestRank(word));
}

/**
 * The rank is of the token with a blank before it, if it is one: without, it may be a mere part of words, as "age" is
 * written in every "package".
 */
function ofRank(rank: number): number {
  return Math.log(Math.max(rank, COMMON_RANK) / COMMON_RANK) / SPAN;
}
