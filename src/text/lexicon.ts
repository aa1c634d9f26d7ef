// Turns the words of texts into terms: small integers that stand for "the same word" in every form it takes.
// In: texts and ranges of them. Out: their terms in order. Must not be shared between requests: ids follow the order
// of arrival. Words are read by a module in WebAssembly (assembly/words.ts), three times as fast as here.
import { type Checkpoint, unchecked } from "./checkpoint.ts";
import { inMemory, textAt, type WordsModule } from "./lexicon/module.ts";
import { closeTurn, firstTurn, onTurn, type Turn } from "./lexicon/turns.ts";
import { windowOn } from "./lexicon/window.ts";
import { int32s } from "./slab.ts";
import { WORD_LENGTH_MAX } from "./words.ts";

export interface Lexicon {
  /**
   * Reads every term of `text` between `from` and `to`, in order; an identifier yields itself, then its parts. Returns
   * how many terms have been read by then and not been taken.
   * @param checkpoint runs now and then in a long text, and may throw: the lexicon is then to be closed
   */
  readonly read: (text: string, from: number, to: number, checkpoint?: Checkpoint) => number;
  /**
   * Reads neighbouring stretches of `text`, the first from `start`, and repeats the terms from number `from` to `to`
   * behind each. Their ends are changed into what `read` returns for each. A call of the module for all of them: one
   * apiece took a tenth of reading.
   */
  readonly readEach: (text: string, start: number, ends: Int32Array, from: number, to: number) => void;
  /** Reads the terms from number `from` to `to` of those once more. */
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
  /** The first two UTF-16 units of all terms there are, the first in the upper half, 0 behind a term's end. */
  readonly starts: () => Int32Array;
  /** Its last four UTF-16 units, the low byte of each, the last in the highest; 0 when it is shorter. */
  readonly end: (term: number) => number;
  /** How many terms there are; every id is below. */
  readonly size: () => number;
  /** Says that nothing more is asked, which then throws: what was read need not be kept while others read. */
  readonly close: () => void;
}

/** In a request of mixed records, units for each word or form that it has not had before: about. UTF-16 units. */
const UNITS_A_NEW_WORD = 16;

/** Longer texts repeat themselves more, and a table much too large is slow: its slots lie far apart. */
const WORDS_EXPECTED_MAX = 1 << 15;

/** In mixed records, units for each term: about. UTF-16 units. */
const UNITS_A_TERM = 4;

/** @param length of the texts to come, in UTF-16 units: tables of the right size need not grow */
export function createLexicon(length = 0): Lexicon {
  const words = Math.min(WORDS_EXPECTED_MAX, Math.floor(length / UNITS_A_NEW_WORD));
  const turn = firstTurn(words, Math.floor(length / UNITS_A_TERM));
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
      forms.set(term, form);
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

/** Closes the lexicon when the work with it fails: nobody else would, and the next one would copy its words. */
export function closedOnError<Result>(lexicon: Lexicon, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    lexicon.close();
    throw error;
  }
}

/** Reads a text window by window; the words at a window's end are left to the next. */
function read(turn: Turn, text: string, from: number, to: number, checkpoint: Checkpoint = unchecked): number {
  const words = onTurn(turn);
  for (let at = from; at < to; ) {
    const window = windowOn(turn.windows, inMemory(words), text, at);
    const shift = window.at - window.start;
    const end = Math.min(to, window.to) + shift;
    const stop = Math.min(to, window.stop) + shift;
    at = (words.run.read(2 * (at + shift), 2 * stop, 2 * end) >> 1) - shift;
    if (at < to) checkpoint();
  }
  return words.run.found();
}

function readEach(turn: Turn, text: string, start: number, ends: Int32Array, from: number, to: number): void {
  const words = onTurn(turn);
  const { run } = words;
  const { at, room } = windowOn(turn.windows, words, text, start);
  const places = run.ENDS.value >> 2;
  let begin = start;
  for (let done = 0; done < ends.length; ) {
    // A text that the window has no room for is read stretch by stretch, while the window moves.
    const count = text.length > room ? 1 : Math.min(run.ENDS_PLACES.value, ends.length - done);
    const next = ends[done + count - 1] ?? begin;
    if (text.length > room) {
      ends[done] = read(turn, text, begin, next);
      run.repeat(from, to);
    } else {
      const { numbers } = inMemory(words);
      for (let place = 0; place < count; place++) numbers[places + place] = 2 * (at + (ends[done + place] ?? 0));
      run.readEach(2 * (at + begin), count, from, to);
      const { numbers: read } = inMemory(words);
      for (let place = 0; place < count; place++) ends[done + place] = read[places + place] ?? 0;
    }
    done += count;
    begin = next;
  }
}

/** A copy of the terms that were read from number `from` on; those before it stay. */
function takenFrom({ run, numbers }: WordsModule, from: number): Int32Array {
  const at = run.foundAt() >> 2;
  const taken = copied(numbers, at + from, at + run.found());
  run.keepFound(from);
  return taken;
}

function copied(numbers: Int32Array, from: number, to: number): Int32Array {
  const copy = int32s(to - from);
  copy.set(numbers.subarray(from, to));
  return copy;
}
