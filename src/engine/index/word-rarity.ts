// How rare is each word of the task in writing at large, whatever this request holds? Read off the ranks of the token
// encoding: byte pairs merge in the order of their frequency.
// In: the query. Out: 0 (everybody's word) to 1 (a name, an id). Never counts in the records: rarity among them is
// another question, and a request of few records has too few counts to answer this one.
import type { Checkpoint } from "../../text/checkpoint.ts";
import { float64s } from "../../text/slab.ts";
import { lowestRank, NO_RANK } from "../../text/tokens.ts";
import { shortForm } from "../../text/vocabulary.ts";
import type { Corpus } from "./corpus.ts";
import { isVerbatim, type QueryTerms, writtenAt } from "./query.ts";

/** Byte pairs merge in the order of their frequency. Words up to this rank are the commonest ... */
const COMMON_RANK = 300;

/** ... and a word that is no single token is the rarest: names, ids, inflections. Logarithmic, as frequencies are. */
const SPAN = Math.log(NO_RANK / COMMON_RANK);

export function backgroundRarity(word: string): number {
  const lower = word.toLowerCase();
  const initial = lower.charAt(0);
  // A capital of basic Latin is looked for beside the small letter anyway.
  const capital = initial >= "a" && initial <= "z" ? initial : initial.toUpperCase();
  if (capital === initial) return caselessRarity(lower);
  return ofRank(lowestRank(lower, capital + lower.slice(1)));
}

/** The same for a word of a script without case. */
export function caselessRarity(word: string): number {
  return ofRank(lowestRank(word));
}

/**
 * The rank is of the token with a blank before it, if it is one: without, it may be a mere part of words, as "age" is
 * written in every "package".
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

/** So many letters of a stem tell whether it is the stem of the written word or of a part of it. */
const STEM_LETTERS = 3;

/** A stem is no word that anybody writes: the word itself is asked for, unless the term is a part of an identifier. */
function rarityOf(queryTerms: QueryTerms, slot: number, { vocabulary, starts }: Corpus): number {
  const term = queryTerms.terms[slot] ?? 0;
  // Hundreds of thousands in a long prompt, none of which has a case.
  if (isVerbatim(queryTerms, slot)) return caselessRarity(shortForm(starts[term] ?? 0));
  const form = vocabulary.form(term);
  const word = writtenAt(queryTerms, slot, vocabulary);
  return backgroundRarity(word.toLowerCase().startsWith(form.slice(0, STEM_LETTERS)) ? word : form);
}
