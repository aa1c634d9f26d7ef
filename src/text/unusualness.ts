// How unusual a word is in writing at large, whatever this request holds: read off the encoding's own ranks.
// In: a word. Out: 0 (everybody's word) to 1 (hardly anybody's). Must not look at the records: how rare a word is among
// them is another question, and a request of few records has too few counts to answer this one.
import { type WordRanks, wordRanks } from "./tokens.ts";

/** Byte pairs are merged in the order of their frequency: words up to this rank are as common as words get ... */
const COMMON_RANK = 300;
/** ... and a word beyond this one is no single token: names, ids, inflections, rare words. */
const RARE_RANK = 200_000;

/** On a logarithmic scale, as frequencies fall with the rank (Zipf). */
const SPAN = Math.log(RARE_RANK / COMMON_RANK);

export function unusualness(word: string): number {
  const lower = word.toLowerCase();
  const initial = lower.charAt(0);
  const capital = initial.toUpperCase();
  if (capital === initial) return caselessUnusualness(lower);
  return ofRanks(wordRanks(lower), wordRanks(capital + lower.slice(1)));
}

/** The same for a word of a script without case. */
export function caselessUnusualness(word: string): number {
  const ranks = wordRanks(word);
  return ofRanks(ranks, ranks);
}

/** @param small of the word in lower case, and with a capital */
function ofRanks(small: WordRanks, large: WordRanks): number {
  // A token without the blank before it may be a mere part of words: "age" is written in every "package".
  const spaced = lowest(small.spaced, large.spaced);
  const rank = spaced < RARE_RANK ? spaced : lowest(small.bare, large.bare);
  return Math.log(Math.max(rank, COMMON_RANK) / COMMON_RANK) / SPAN;
}

/** The lower of two ranks; of what is no token, that of the rarest. */
function lowest(one: number | null, other: number | null): number {
  return Math.min(one ?? RARE_RANK, other ?? RARE_RANK);
}
