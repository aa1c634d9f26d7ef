// Turns the words of texts into terms: small integers, one for all inflected forms of a word. In: texts and ranges of
// them. Out: their terms, in order. Each request has its own vocabulary, because ids follow the order of arrival. A
// WebAssembly module reads the words (assembly/words.ts), two to three times as fast as JavaScript.
import { isDigit } from "./characters.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { activate, copied, createLease, endLease, read, readEach, takenFrom, windowOn } from "./vocabulary/reading.ts";
import { textAt } from "./vocabulary/wasm-module.ts";
import { WORD_LENGTH_MAX } from "./words.ts";

export interface Vocabulary {
  /**
   * Reads the terms of `text` between `from` and `to`, in order: for an identifier its own term, then those of its
   * parts. Returns how many terms have been read but not taken.
   * @param checkpoint is called now and then in a long text; if it throws, close the vocabulary
   */
  readonly read: (text: string, from: number, to: number, checkpoint?: Checkpoint) => number;
  /**
   * Reads neighbouring stretches of `text`, the first from `start`, and repeats the terms with numbers `from` to `to`
   * after each. Replaces each end by what `read` would return. One call of the module for all stretches saves a tenth
   * of the time.
   */
  readonly readEach: (text: string, start: number, ends: Int32Array, from: number, to: number) => void;
  /** Repeats the terms with numbers `from` to `to` of those that were not taken. Returns the same as `read`. */
  readonly repeat: (from: number, to: number) => number;
  /** Returns all terms that were read, and forgets them. */
  readonly take: () => Int32Array;
  /** The terms of a text, in order. Terms that were read but not taken stay. @param checkpoint as in `read` */
  readonly termsIn: (text: string, checkpoint?: Checkpoint) => Int32Array;
  /** The terms of one word; for a script without spaces, of a run of its letters. */
  readonly termsOf: (word: string, unspaced: boolean) => Int32Array;
  /** The stemmed, lower-case form of a term. */
  readonly form: (term: number) => string;
  /** The first two UTF-16 units of each term, the first in the upper half; 0 after the end of a term. */
  readonly starts: () => Int32Array;
  /** The low bytes of a term's last four UTF-16 units, the last unit in the highest byte; 0 for a shorter term. */
  readonly end: (term: number) => number;
  /** The number of terms; every id is lower. */
  readonly size: () => number;
  /**
   * Ends the use of this vocabulary: later calls throw, and its words need not be saved while another vocabulary reads.
   */
  readonly close: () => void;
}

/** Mixed records have about one new word or form in this many UTF-16 units. */
const UNITS_PER_NEW_WORD = 16;

/** Longer texts repeat more of their words, and an oversized table is slow because its slots are far apart. */
const WORDS_EXPECTED_MAX = 1 << 15;

/** Mixed records have about one term in this many UTF-16 units. */
const UNITS_PER_TERM = 4;

/**
 * The first requested forms are kept as strings. Ordinary tasks request fewer. The forms of a million words would take
 * 50 MB, and so would the tables of a `Map` that is cleared whenever it is full.
 */
const FORMS_KEPT = 1 << 14;

/** @param length of the expected texts in UTF-16 units: tables of the right size need not grow */
export function createVocabulary(length = 0): Vocabulary {
  const expected = Math.min(WORDS_EXPECTED_MAX, Math.floor(length / UNITS_PER_NEW_WORD));
  const lease = createLease(expected, Math.floor(length / UNITS_PER_TERM));
  const forms = new Map<number, string>();
  return {
    read: (text, from, to, checkpoint) => read(lease, text, from, to, checkpoint),
    readEach: (text, start, ends, from, to) => readEach(lease, text, start, ends, from, to),
    repeat: (from, to) => {
      const { run } = activate(lease);
      run.repeat(from, to);
      return run.found();
    },
    take: () => takenFrom(activate(lease), 0),
    termsIn: (text, checkpoint) => {
      const before = activate(lease).run.found();
      read(lease, text, 0, text.length, checkpoint);
      return takenFrom(activate(lease), before);
    },
    termsOf: (word, unspaced) => {
      if (word.length > WORD_LENGTH_MAX)
        throw new RangeError(`word of ${word.length} units exceeds ${WORD_LENGTH_MAX}`);
      const { run } = activate(lease);
      const before = run.found();
      const { at } = windowOn(lease.windows, activate(lease), word, 0);
      run.readWord(2 * at, 2 * (at + word.length), unspaced);
      return takenFrom(activate(lease), before);
    },
    form: (term) => {
      const words = activate(lease);
      const known = forms.get(term);
      if (known !== undefined || term >= words.run.terms()) return known ?? "";
      const form = textAt(words, words.run.SPELLING.value, words.run.spellTerm(term));
      if (forms.size < FORMS_KEPT) forms.set(term, form);
      return form;
    },
    starts: () => {
      const { run, numbers } = activate(lease);
      const at = run.startsAt() >> 2;
      return copied(numbers, at, at + run.terms());
    },
    end: (term) => activate(lease).run.termEnd(term),
    size: () => activate(lease).run.terms(),
    close: () => endLease(lease),
  };
}

/** Closes the vocabulary if the work throws. Otherwise the next vocabulary would have to save its words. */
export function closeOnError<Result>(vocabulary: Vocabulary, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    vocabulary.close();
    throw error;
  }
}

export function startsWithDigit(start: number): boolean {
  return isDigit(start >>> 16);
}

/** A single letter or digit, which occurs everywhere. */
export function isSingle(start: number): boolean {
  return (start & 0xffff) === 0;
}

/** The form of a term of at most two units, as in scripts without spaces. */
export function shortForm(start: number): string {
  const [first, second] = [start >>> 16, start & 0xffff];
  return second === 0 ? String.fromCharCode(first) : String.fromCharCode(first, second);
}
