// Which words of the records may be other spellings of the task's: those that begin like one of them. Of the others,
// which are most, no string is made.
// In: the corpus and the task's terms. Out: words of the records, and their letters, by their first two.
import type { Checkpoint } from "../../../text/checkpoint.ts";
import { uint8s } from "../../../text/slab.ts";
import { startsWithDigit } from "../../../text/vocabulary.ts";
import { classOfCodePoint, UNSPACED } from "../../../text/words.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import type { StatedTerms } from "../../corpus/stated-terms.ts";
import { ABBREVIATION_MIN, lettersOf } from "./likeness.ts";

/** Words that begin alike, and the letters of each: in columns, for there may be a million. */
export interface WordList {
  readonly terms: number[];
  readonly sets: number[];
  readonly counts: number[];
}

/** Words that are read, or compared, between two checkpoints: a few milliseconds. */
export const WORDS_A_TURN = 1 << 14;

const PLAIN_WORD = /^\p{L}+$/u;

/** Hashes of two letters: enough that few words of the records begin like one of the task's by chance. */
const START_HASHES = 1 << 12;

/** As many code points in a row as hold one case of most alphabets: no two pairs of such letters have one hash. */
const ALPHABET_SPAN = 61;

function hashOf(start: number): number {
  return (ALPHABET_SPAN * (start >>> 16) + start) & (START_HASHES - 1);
}

/**
 * Words of the records (not identifiers, not numbers) that begin with the same two letters as a word of the task, by
 * those letters.
 */
export function wordsByStart(
  corpus: Corpus,
  stated: StatedTerms,
  checkpoint: Checkpoint,
): ReadonlyMap<number, WordList> {
  const { vocabulary, blockFrequency, starts } = corpus;
  const mayStart = startsOf(stated, corpus);
  checkpoint();
  const byStart = new Map<number, WordList>();
  for (let term = 0; term < blockFrequency.length; term += 1) {
    if (term % WORDS_A_TURN === 0) checkpoint();
    const start = starts[term] ?? 0;
    if (mayStart[hashOf(start)] === 0 || blockFrequency[term] === 0) continue;
    // What a script without spaces has are single letters and pairs.
    if (classOfCodePoint(start >>> 16) === UNSPACED) continue;
    const word = vocabulary.form(term);
    if (!isComparable(word)) continue;
    const { set, count } = lettersOf(word);
    const known = byStart.get(start);
    if (known === undefined) byStart.set(start, { terms: [term], sets: [set], counts: [count] });
    else {
      known.terms.push(term);
      known.sets.push(set);
      known.counts.push(count);
    }
  }
  return byStart;
}

/** No number, no identifier, and long enough to be told from another. */
export function isComparable(word: string): boolean {
  return word.length >= ABBREVIATION_MIN && PLAIN_WORD.test(word);
}

/** 1 for the hash of each start that a word of the task has. */
function startsOf({ terms }: StatedTerms, { starts }: Corpus): Uint8Array {
  const mayStart = uint8s(START_HASHES);
  for (let slot = 0; slot < terms.length; slot += 1) {
    const start = starts[terms[slot] ?? 0] ?? 0;
    if (!startsWithDigit(start)) mayStart[hashOf(start)] = 1;
  }
  return mayStart;
}
