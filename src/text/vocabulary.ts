// The words that were met and the terms of each: what makes a word cost one look-up from the second time on.
// In: a word written into the table of words. Out: its terms, appended. Ids of terms follow the order of arrival.
// A word of basic Latin is learnt from its units, without strings: they are what learning a word used to cost.
import { partsOf } from "./identifiers.ts";
import { append, type IntList, intList, push } from "./int-list.ts";
import { classOf, letterClass } from "./letters.ts";
import { porterStem } from "./porter-stem.ts";
import { STEMMED_LENGTH_MIN, stem } from "./stem.ts";
import { createWordTable, hashOf, numberOf, reserve, startOf, type WordTable, wordAt, write } from "./word-table.ts";
import { WORD_LENGTH_MAX } from "./words.ts";

export interface Vocabulary {
  readonly words: WordTable;
  /** The forms that words are brought to; their numbers are the terms. */
  readonly forms: WordTable;
  /** Terms of word `w` are `terms` from `firsts[w]` up to `firsts[w + 1]`. */
  readonly terms: IntList;
  readonly firsts: IntList;
  /** The letter classes of the word that is being learnt, and where its parts begin and end. */
  classes: Uint8Array;
  readonly parts: IntList;
}

const UPPER_A = 65;
const UPPER_Z = 90;
const LOWER_A = 97;
/** The bit by which a basic Latin letter in lower case differs from one in upper case. */
const TO_LOWER = 32;

export function createVocabulary(): Vocabulary {
  const firsts = intList(512);
  push(firsts, 0);
  return {
    words: createWordTable(),
    forms: createWordTable(),
    terms: intList(512),
    firsts,
    classes: new Uint8Array(WORD_LENGTH_MAX),
    parts: intList(16),
  };
}

/** Appends the terms of the word whose `length` units have been written into the table of words. */
export function addWord(known: Vocabulary, length: number, hash: number, into: IntList): void {
  const word = numberOf(known.words, length, hash);
  if (word === known.firsts.size - 1) {
    if (!learnLatin(known, word)) learn(known, wordAt(known.words, word));
    push(known.firsts, known.terms.size);
  }
  addTerms(known, word, into);
}

/** Appends the term of a letter or two letters of a script without spaces, likewise. */
export function addPair(known: Vocabulary, length: number, hash: number, into: IntList): void {
  const pair = numberOf(known.words, length, hash);
  if (pair === known.firsts.size - 1) {
    learnAsItIs(known, length, hash);
    push(known.firsts, known.terms.size);
  }
  addTerms(known, pair, into);
}

function addTerms({ terms, firsts }: Vocabulary, word: number, into: IntList): void {
  const first = firsts.items[word] ?? 0;
  const next = firsts.items[word + 1] ?? 0;
  push(into, terms.items[first] ?? 0);
  if (next > first + 1) append(into, terms, first + 1, next);
}

/** Learns a word and its parts; false when it holds other than basic Latin units. */
function learnLatin(known: Vocabulary, word: number): boolean {
  const { words } = known;
  const start = startOf(words, word);
  const length = words.used - start;
  const classes = classesOf(known, length);
  for (let at = 0; at < length; at++) {
    const unit = words.units[start + at] ?? 0;
    if (unit > 0x7f) return false;
    classes[at] = classOf(unit, "", 0);
  }
  learnPart(known, start, start + length);
  const { parts } = known;
  partsOf(classes, length, parts);
  for (let at = 0; at < parts.size; at += 2) {
    learnPart(known, start + (parts.items[at] ?? 0), start + (parts.items[at + 1] ?? 0));
  }
  return true;
}

/** Learns the form of units of basic Latin: letters alone have a stem, anything else stays as it is. */
function learnPart(known: Vocabulary, start: number, end: number): void {
  const { words, forms } = known;
  reserve(forms, end - start);
  const { units, used } = forms;
  let areLetters = true;
  for (let at = start; at < end; at++) {
    const unit = words.units[at] ?? 0;
    const lower = unit >= UPPER_A && unit <= UPPER_Z ? unit | TO_LOWER : unit;
    if (lower < LOWER_A) areLetters = false;
    units[used + at - start] = lower;
  }
  const isStemmed = areLetters && end - start >= STEMMED_LENGTH_MIN;
  const length = isStemmed ? porterStem(units, used, end - start) : end - start;
  push(known.terms, numberOf(forms, length, hashOf(forms, length)));
}

function learn(known: Vocabulary, word: string): void {
  learnForm(known, stem(word.toLowerCase()));
  const classes = classesOf(known, word.length);
  for (let at = 0; at < word.length; at++) classes[at] = letterClass(word, at);
  const { parts } = known;
  partsOf(classes, word.length, parts);
  for (let at = 0; at < parts.size; at += 2) {
    learnForm(known, stem(word.slice(parts.items[at], parts.items[at + 1]).toLowerCase()));
  }
}

function learnForm({ forms, terms }: Vocabulary, form: string): void {
  push(terms, numberOf(forms, form.length, write(forms, form, 0, form.length)));
}

/** The word that was learnt last is its own form. */
function learnAsItIs({ words, forms, terms }: Vocabulary, length: number, hash: number): void {
  reserve(forms, length);
  const { units, used } = forms;
  for (let at = 0; at < length; at++) units[used + at] = words.units[words.used - length + at] ?? 0;
  push(terms, numberOf(forms, length, hash));
}

function classesOf(known: Vocabulary, length: number): Uint8Array {
  if (known.classes.length < length) known.classes = new Uint8Array(length);
  return known.classes;
}
