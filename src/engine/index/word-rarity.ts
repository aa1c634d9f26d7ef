// Estimates how rare each word of the task is in general writing, independent of the records. Uses the ranks of the
// token encoding, since byte pairs merge in order of frequency.
// In: the query. Out: 0 (a common word) to 1 (a name, an id). Never counts in the records: rarity among them is a
// different question, and a request with few records has too few counts to answer this one.
import type { Checkpoint } from "../../text/checkpoint.ts";
import { float64s } from "../../text/slab.ts";
import { lowestRank, NO_RANK } from "../../text/tokens.ts";
import { shortForm } from "../../text/vocabulary.ts";
import type { Corpus } from "./corpus.ts";
import { isVerbatim, type QueryTerms, writtenAt } from "./query.ts";

/** Byte pairs merge in order of frequency. Words up to this rank are the commonest. */
const COMMON_RANK = 300;

/** A word that is not a single token is the rarest: names, ids, inflections. Logarithmic, like word frequencies. */
const SPAN = Math.log(NO_RANK / COMMON_RANK);

export function backgroundRarity(word: string): number {
  const lower = word.toLowerCase();
  const initial = lower.charAt(0);
  // `lowestRank` tries the capital of a basic Latin letter anyway.
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

/** Words between two checkpoints: a few milliseconds. */
const WORDS_A_TURN = 2048;

/** The rarity of each query term, by slot. */
export function wordRarities(query: QueryTerms, corpus: Corpus, checkpoint: Checkpoint): Float64Array {
  const rarities = float64s(query.terms.length);
  for (let slot = 0; slot < rarities.length; slot += 1) {
    if (slot % WORDS_A_TURN === 0) checkpoint();
    rarities[slot] = rarityOf(query, slot, corpus);
  }
  return rarities;
}

/** This many letters tell whether a stem belongs to the whole written word or to a part of it. */
const STEM_LETTERS = 3;

/** Rates the written word, since people do not write stems. For a part of an identifier, it rates the term itself. */
function rarityOf(queryTerms: QueryTerms, slot: number, { vocabulary, starts }: Corpus): number {
  const term = queryTerms.terms[slot] ?? 0;
  // A long prompt has hundreds of thousands of these, and they have no case.
  if (isVerbatim(queryTerms, slot)) return caselessRarity(shortForm(starts[term] ?? 0));
  const form = vocabulary.form(term);
  const word = writtenAt(queryTerms, slot, vocabulary);
  return backgroundRarity(word.toLowerCase().startsWith(form.slice(0, STEM_LETTERS)) ? word : form);
}
