// Words of the task that the records spell otherwise: `config` and `configuration`, `colour` and `color`, `dir` and
// `directory`.
// In: the corpus and the task's terms. Out: terms of the records that are written almost alike. Must use no word list:
// only what the letters themselves say.
import { type Checkpoint, unchecked } from "../../../text/checkpoint.ts";
import { flagged } from "../../../text/int-list.ts";
import { giveBack } from "../../../text/slab.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import type { StatedTerms } from "../../corpus/stated-terms.ts";
import { lettersOf, likeness, mayBeAlike } from "./likeness.ts";
import { NO_TERMS, type SearchTerms, searchTerms } from "./search-terms.ts";
import { isComparable, WORDS_A_TURN, type WordList, wordsByStart } from "./words-by-start.ts";

export interface VariantSettings {
  /** Weight of a perfect variant against 1 for the word itself; 0 turns variants off. */
  readonly weight: number;
  /** At most this many variants of one word are taken, the closest first. */
  readonly perTerm: number;
}

const VARIANT_PART = "variant";

/**
 * Words of the records that words of the task are compared with, all together: so many, 2 ms, and so many for each
 * distinct word, but never more than 50 ms takes. Ordinary tasks need hundreds to some thousands; without a bound 30 kB
 * of words that begin alike would cost 70 ms, and megabytes their square.
 */
const COMPARED_ANYWAY = 1 << 15;
const COMPARED_A_WORD = 8;
const COMPARED_MAX = 1 << 20;

const NO_WORDS: WordList = { terms: [], sets: [], counts: [] };

export function variantTerms(
  corpus: Corpus,
  stated: StatedTerms,
  settings: VariantSettings,
  checkpoint: Checkpoint = unchecked,
): SearchTerms {
  if (settings.weight <= 0) return NO_TERMS;
  const isAsked = flagged(corpus.starts.length, stated.terms);
  const byStart = wordsByStart(corpus, stated, checkpoint);
  const found = new Map<number, number>();
  for (const { slot, word, others } of comparable(stated, corpus, byStart, checkpoint)) {
    const weight = settings.weight * (stated.weights[slot] ?? 0);
    for (const { other, close } of alike(word, others, isAsked, corpus).slice(0, settings.perTerm)) {
      found.set(other, Math.max(found.get(other) ?? 0, weight * close));
    }
  }
  giveBack(isAsked);
  return searchTerms(VARIANT_PART, found);
}

/** A word of the task, and words of the records that begin like it. */
interface Comparable {
  readonly slot: number;
  readonly word: string;
  readonly others: WordList;
}

/** The words of the task that there is anything to compare with, as many as may be. */
function* comparable(
  { terms }: StatedTerms,
  { starts, vocabulary }: Corpus,
  byStart: ReadonlyMap<number, WordList>,
  checkpoint: Checkpoint,
): Iterable<Comparable> {
  let left = Math.min(COMPARED_MAX, COMPARED_ANYWAY + COMPARED_A_WORD * starts.length);
  let passed = 0;
  for (let slot = 0; slot < terms.length; slot += 1) {
    const term = terms[slot] ?? 0;
    const others = byStart.get(starts[term] ?? 0) ?? NO_WORDS;
    passed += 1 + others.terms.length;
    if (passed >= WORDS_A_TURN) {
      checkpoint();
      passed = 0;
    }
    // No string is made of a word that none of the records' begins like.
    const word = others.terms.length > 0 ? vocabulary.form(term) : "";
    if (!isComparable(word)) continue;
    left -= others.terms.length;
    if (left < 0) return;
    yield { slot, word, others };
  }
}

interface Alike {
  readonly other: number;
  readonly close: number;
}

/** Those of the other words that are written almost like `word`, the closest first. */
function alike(word: string, others: WordList, isAsked: Uint8Array, { vocabulary }: Corpus): Alike[] {
  const letters = lettersOf(word);
  const found: Alike[] = [];
  for (let at = 0; at < others.terms.length; at += 1) {
    const other = others.terms[at] ?? 0;
    // A string of each would take longer than all else: no more than some thousand are kept (text/vocabulary.ts).
    if (!mayBeAlike(letters, others.sets[at] ?? 0, others.counts[at] ?? 0) || isAsked[other] === 1) continue;
    const close = likeness(word, vocabulary.form(other));
    if (close > 0) found.push({ other, close });
  }
  return found.sort(byCloseness);
}

function byCloseness(a: Alike, b: Alike): number {
  return b.close - a.close || a.other - b.other;
}
