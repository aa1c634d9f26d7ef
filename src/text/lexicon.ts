// Turns the words of texts into terms: small integers that stand for "the same word" in every form it takes.
// In: a text and a range of it. Out: its terms in order. Must not be shared between requests: ids follow the order
// of arrival. Finds and hashes words in one pass over their units.
import { type IntList, intList, itemsOf } from "./int-list.ts";
import { BREAK, classOf, UNSPACED } from "./letters.ts";
import { emptyUnits, unitsOf } from "./text-units.ts";
import { addPair, addWord, createVocabulary, type Vocabulary } from "./vocabulary.ts";
import { hashOf, mixed, startOf, wordAt } from "./word-table.ts";
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

export function createLexicon(): Lexicon {
  const known = createVocabulary();
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
    unit: (term, at) => {
      const word = known.wordOf.items[term] ?? 0;
      const unit = startOf(known.words, word) + at;
      return unit < (known.words.ends.items[word] ?? 0) ? (known.words.units[unit] ?? 0) : 0;
    },
    size: () => known.wordOf.size,
  };
}

function read(known: Vocabulary, units: Uint16Array, text: string, from: number, to: number, into: IntList): void {
  for (let at = from; at < to; ) {
    const found = classOf(units[at] ?? 0, text, at);
    if (found === BREAK) {
      at++;
      continue;
    }
    const limit = Math.min(to, at + WORD_LENGTH_MAX);
    let hash = 0;
    let end = at;
    for (let next = found; next !== BREAK && (next === UNSPACED) === (found === UNSPACED); ) {
      hash = mixed(hash, units[end] ?? 0);
      end++;
      next = end < limit ? classOf(units[end] ?? 0, text, end) : BREAK;
    }
    if (found === UNSPACED) readRun(known, units, at, end, into);
    else addWord(known, units, at, end - at, hash, into);
    at = end;
  }
}

/** The terms of a run of letters without spaces: its pairs, or its only letter. */
function readRun(known: Vocabulary, units: Uint16Array, start: number, end: number, into: IntList): void {
  const length = Math.min(2, end - start);
  for (let at = start; at + length <= end && length > 0; at++) addPair(known, units, at, length, into);
}
