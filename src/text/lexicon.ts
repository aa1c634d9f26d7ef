// Turns the words of texts into terms: small integers that stand for "the same word" in every form it takes.
// In: a text and a range of it. Out: its terms in order. Must not be shared between requests: ids follow the order
// of arrival. Reads, hashes and compares a word in one pass over its units: 3 ms per 100,000 tokens.
import { type IntList, intList, itemsOf } from "./int-list.ts";
import { BREAK, classOf, letterClass, UNSPACED } from "./letters.ts";
import { emptyUnits, type TextUnits, unitsOf } from "./text-units.ts";
import { addPair, addWord, createVocabulary, type Vocabulary } from "./vocabulary.ts";
import { mixed, reserve, startOf, wordAt, write } from "./word-table.ts";
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
    read: (text, from, to, into) => read(known, held, text, from, to, into),
    eachTerm: (text, from, to, visit) => {
      const found = intList(64);
      read(known, held, text, from, to, found);
      for (const term of itemsOf(found)) visit(term);
    },
    termsOf: (word, unspaced) => {
      const found = intList(8);
      if (unspaced) readRun(known, word, 0, word.length, found);
      else addWord(known, word.length, write(known.words, word, 0, word.length), found);
      return [...itemsOf(found)];
    },
    form: (term) => {
      forms[term] ??= wordAt(known.forms, term);
      return forms[term] ?? "";
    },
    unit: (term, at) => {
      const unit = startOf(known.forms, term) + at;
      return unit < (known.forms.ends.items[term] ?? 0) ? (known.forms.units[unit] ?? 0) : 0;
    },
    size: () => known.forms.ends.size,
  };
}

function read(known: Vocabulary, held: TextUnits, text: string, from: number, to: number, into: IntList): void {
  const units = unitsOf(held, text);
  for (let at = from; at < to; ) {
    const found = classOf(units[at] ?? 0, text, at);
    if (found === BREAK) at++;
    else if (found === UNSPACED) {
      const end = runEnd(text, at, Math.min(to, at + WORD_LENGTH_MAX));
      readRun(known, text, at, end, into);
      at = end;
    } else at = readWord(known, units, text, at, Math.min(to, at + WORD_LENGTH_MAX), into);
  }
}

/** Reads the word that begins at `start` and returns its end. */
function readWord(
  known: Vocabulary,
  units: Uint16Array,
  text: string,
  start: number,
  limit: number,
  into: IntList,
): number {
  reserve(known.words, limit - start);
  const { units: written, used } = known.words;
  let hash = 0;
  let end = start;
  for (; end < limit; end++) {
    const unit = units[end] ?? 0;
    const found = classOf(unit, text, end);
    if (found === BREAK || found === UNSPACED) break;
    written[used + end - start] = unit;
    hash = mixed(hash, unit);
  }
  addWord(known, end - start, hash, into);
  return end;
}

function runEnd(text: string, start: number, limit: number): number {
  let end = start + 1;
  while (end < limit && letterClass(text, end) === UNSPACED) end++;
  return end;
}

/** The terms of a run of letters without spaces: its pairs, or its only letter. */
function readRun(known: Vocabulary, text: string, start: number, end: number, into: IntList): void {
  const length = Math.min(2, end - start);
  for (let at = start; at + length <= end && length > 0; at++) {
    addPair(known, length, write(known.words, text, at, at + length), into);
  }
}
