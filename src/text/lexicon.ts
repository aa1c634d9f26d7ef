// Turns the words of texts into terms: small integers that stand for "the same word" in every form it takes.
// In: a text and a range of it. Out: its terms in order. Must not be shared between requests: ids follow the order
// of arrival. Finds and hashes words in one pass over their units.
import { type IntList, intList, itemsOf } from "./int-list.ts";
import { BREAK, classOf, UNSPACED } from "./letters.ts";
import { emptyUnits, unitsOf } from "./text-units.ts";
import { addPair, addWord, createVocabulary, type Vocabulary } from "./vocabulary.ts";
import { hashOf, mixed, unitAt, wordAt } from "./word-table.ts";
import { WORD_LENGTH_MAX } from "./words.ts";

export interface Lexicon {
  /** Appends every term of `text` between `from` and `to`, in order; an identifier yields itself, then its parts. */
  readonly read: (text: string, from: number, to: number, into: IntList) => void;
  /** Calls `visit` with each of the same terms. */
  readonly eachTerm: (text: string, from: number, to: number, visit: (term: number) => void) => void;
  /** The terms of one word as it stands in a text; for a script without spaces, of a run of its letters. */
  readonly termsOf: (word: string, unspaced: boolean) => readonly number[];
  /** The stemmed, lower-case form behind a term. */
  readonly form: (term: number) => string;
  /** One UTF-16 unit of it, 0 behind its end: for who looks at all terms, and would make a string of each. */
  readonly unit: (term: number, at: number) => number;
  /** How many terms there are; every id is below. */
  readonly size: () => number;
}

/** A request of mixed records has a word or form that it has not had before about so often. UTF-16 units. */
const UNITS_A_NEW_WORD = 8;

/** Longer texts repeat themselves more, and a table much too large is slow: its slots lie far apart. */
const WORDS_EXPECTED_MAX = 1 << 15;

/** @param length of the texts to come, in UTF-16 units: tables of the right size need not grow */
export function createLexicon(length = 0): Lexicon {
  const known = createVocabulary(Math.min(WORDS_EXPECTED_MAX, Math.floor(length / UNITS_A_NEW_WORD)));
  const held = emptyUnits();
  const forms: string[] = [];
  return {
    read: (text, from, to, into) => read(known, unitsOf(held, text), text, from, to, into),
    eachTerm: (text, from, to, visit) => {
      const found = intList(64);
      read(known, unitsOf(held, text), text, from, to, found);
      for (const term of itemsOf(found)) visit(term);
    },
    termsOf: (word, unspaced) => {
      const found = intList(8);
      const units = unitsOf(held, word);
      if (unspaced) readRun(known, units, 0, word.length, found);
      else addWord(known, units, 0, word.length, hashOf(units, 0, word.length), found);
      return [...itemsOf(found)];
    },
    form: (term) => {
      if (term < known.wordOf.size) forms[term] ??= wordAt(known.words, known.wordOf.items[term] ?? 0);
      return forms[term] ?? "";
    },
    unit: (term, at) => unitAt(known.words, known.wordOf.items[term] ?? 0, at),
    size: () => known.wordOf.size,
  };
}

function read(known: Vocabulary, units: Uint16Array, text: string, from: number, to: number, into: IntList): void {
  for (let at = from; at < to; ) {
    let unit = units[at] ?? 0;
    let found = classOf(unit, text, at);
    if (found === BREAK) {
      at++;
      continue;
    }
    const limit = Math.min(to, at + WORD_LENGTH_MAX);
    let end = at;
    if (found === UNSPACED) {
      while (++end < limit && classOf(units[end] ?? 0, text, end) === UNSPACED);
      readRun(known, units, at, end, into);
    } else {
      let hash = 0;
      do {
        hash = mixed(hash, unit);
        if (++end === limit) break;
        unit = units[end] ?? 0;
        found = classOf(unit, text, end);
      } while (found !== BREAK && found !== UNSPACED);
      addWord(known, units, at, end - at, hash, into);
    }
    at = end;
  }
}

/** The terms of a run of letters without spaces: its pairs, or its only letter. */
function readRun(known: Vocabulary, units: Uint16Array, start: number, end: number, into: IntList): void {
  const length = Math.min(2, end - start);
  for (let at = start; at + length <= end && length > 0; at++) addPair(known, units, at, length, into);
}
