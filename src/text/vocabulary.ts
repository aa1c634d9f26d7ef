// Turns the words of texts into terms: small integers that stand for a word in all its inflected forms.
// In: texts and ranges of them. Out: their terms in order. Requests never share a vocabulary: ids follow the order of
// arrival. A WebAssembly module reads the words (assembly/words.ts); that is two to three times as fast as JavaScript.
import { isDigit } from "./char-codes.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { copied, read, readEach, takenFrom, windowOn } from "./vocabulary/reading.ts";
import { closeTurn, firstTurn, onTurn } from "./vocabulary/sharing.ts";
import { textAt } from "./vocabulary/wasm-module.ts";
import { WORD_LENGTH_MAX } from "./words.ts";

export interface Vocabulary {
  /**
   * Reads every term of `text` between `from` and `to`, in order; an identifier yields itself, then its parts. Returns
   * how many terms have been read by then and not been taken.
   * @param checkpoint runs now and then in a long text, and may throw: the vocabulary is then to be closed
   */
  readonly read: (text: string, from: number, to: number, checkpoint?: Checkpoint) => number;
  /**
   * Reads neighbouring stretches of `text`, the first from `start`, and repeats the terms from number `from` to `to`
   * behind each. Their ends are changed into what `read` returns for each. A call of the module for all of them: one
   * apiece took a tenth of reading.
   */
  readonly readEach: (text: string, start: number, ends: Int32Array, from: number, to: number) => void;
  /** Reads those from number `from` to `to` once more, of the terms that were read and not taken. Returns as `read`. */
  readonly repeat: (from: number, to: number) => number;
  /** All terms that `read` has read, which are then forgotten. */
  readonly take: () => Int32Array;
  /**
   * Every term of a text, in order. What `read` has read stays.
   * @param checkpoint as of `read`
   */
  readonly termsIn: (text: string, checkpoint?: Checkpoint) => Int32Array;
  /** The terms of one word as it stands in a text; for a script without spaces, of a run of its letters. */
  readonly termsOf: (word: string, unspaced: boolean) => Int32Array;
  /** The stemmed, lower-case form behind a term. */
  readonly form: (term: number) => string;
  /** The first two UTF-16 units of each term there is, the first in the upper half, 0 behind a term's end. */
  readonly starts: () => Int32Array;
  /** The last four UTF-16 units of a term, the low byte of each, the last in the highest; 0 when it is shorter. */
  readonly end: (term: number) => number;
  /** How many terms there are; every id is below. */
  readonly size: () => number;
  /** Says that nothing more is asked, which then throws: what was read need not be kept while others read. */
  readonly close: () => void;
}

/** In a request of mixed records, about one new word or form for so many units. UTF-16 units. */
const UNITS_A_NEW_WORD = 16;

/** Longer texts repeat themselves more, and an oversized table is slow: its slots lie far apart. */
const WORDS_EXPECTED_MAX = 1 << 15;

/** In mixed records, about one term for so many units. UTF-16 units. */
const UNITS_A_TERM = 4;

/**
 * Forms that are kept as strings, the first that are asked for: more than ordinary tasks ask for. Those of a million
 * words take 50 MB, and so do the tables of a `Map` that is emptied whenever it is full.
 */
const FORMS_KEPT = 1 << 14;

/** @param length of the texts to come, in UTF-16 units: tables of the right size need not grow */
export function createVocabulary(length = 0): Vocabulary {
  const expected = Math.min(WORDS_EXPECTED_MAX, Math.floor(length / UNITS_A_NEW_WORD));
  const turn = firstTurn(expected, Math.floor(length / UNITS_A_TERM));
  const forms = new Map<number, string>();
  return {
    read: (text, from, to, checkpoint) => read(turn, text, from, to, checkpoint),
    readEach: (text, start, ends, from, to) => readEach(turn, text, start, ends, from, to),
    repeat: (from, to) => {
      const { run } = onTurn(turn);
      run.repeat(from, to);
      return run.found();
    },
    take: () => takenFrom(onTurn(turn), 0),
    termsIn: (text, checkpoint) => {
      const before = onTurn(turn).run.found();
      read(turn, text, 0, text.length, checkpoint);
      return takenFrom(onTurn(turn), before);
    },
    termsOf: (word, unspaced) => {
      if (word.length > WORD_LENGTH_MAX)
        throw new RangeError(`word of ${word.length} units exceeds ${WORD_LENGTH_MAX}`);
      const { run } = onTurn(turn);
      const before = run.found();
      const { at } = windowOn(turn.windows, onTurn(turn), word, 0);
      run.readWord(2 * at, 2 * (at + word.length), unspaced);
      return takenFrom(onTurn(turn), before);
    },
    form: (term) => {
      const words = onTurn(turn);
      const known = forms.get(term);
      if (known !== undefined || term >= words.run.terms()) return known ?? "";
      const form = textAt(words, words.run.SPELLING.value, words.run.spellTerm(term));
      if (forms.size < FORMS_KEPT) forms.set(term, form);
      return form;
    },
    starts: () => {
      const { run, numbers } = onTurn(turn);
      const at = run.startsAt() >> 2;
      return copied(numbers, at, at + run.terms());
    },
    end: (term) => onTurn(turn).run.termEnd(term),
    size: () => onTurn(turn).run.terms(),
    close: () => closeTurn(turn),
  };
}

/** Closes the vocabulary if the work with it fails. Otherwise the next one would have to copy its words out. */
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

/** The form of a term that has no third unit, as those of scripts without spaces. */
export function shortForm(start: number): string {
  const [first, second] = [start >>> 16, start & 0xffff];
  return second === 0 ? String.fromCharCode(first) : String.fromCharCode(first, second);
}
