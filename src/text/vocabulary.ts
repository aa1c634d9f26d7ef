// The words that were met and the terms of each: what makes a word cost one look-up from the second time on.
// In: a word as a range of units. Out: its terms, appended. Ids of terms follow the order of arrival.
// A word of basic Latin is learnt from its units, without strings: they are what learning a word used to cost.
import { partsOf } from "./identifiers.ts";
import { append, type IntList, intList, push } from "./int-list.ts";
import { classOf, letterClass } from "./letters.ts";
import { porterStem } from "./porter-stem.ts";
import { STEMMED_LENGTH_MIN, stem } from "./stem.ts";
import { areSame, createWordTable, hashOf, numberOf, type WordTable, wordAt } from "./word-table.ts";

export interface Vocabulary {
  /** Words as they are met and the forms they are brought to: most words, and all pairs, are a form themselves. */
  readonly words: WordTable;
  /** By word: its term as a form, or -1 for what is none; and back. */
  readonly termOf: IntList;
  readonly wordOf: IntList;
  /** By word: its only term, or one of the marks below. */
  readonly only: IntList;
  /** By word of several terms: where in `terms` their number stands, and they behind it. */
  readonly firsts: IntList;
  readonly terms: IntList;
  /** The word that is being learnt: its letter classes, where its parts begin and end, a form of it. */
  classes: Uint8Array;
  readonly parts: IntList;
  form: Uint16Array;
}

const SEVERAL = -1;
const UNLEARNT = -2;

const UPPER_A = 65;
const UPPER_Z = 90;
const LOWER_A = 97;
/** The bit by which a basic Latin letter in lower case differs from one in upper case. */
const TO_LOWER = 32;

export function createVocabulary(): Vocabulary {
  return {
    words: createWordTable(),
    termOf: intList(512),
    wordOf: intList(512),
    only: intList(512),
    firsts: intList(512),
    terms: intList(128),
    classes: new Uint8Array(0),
    parts: intList(16),
    form: new Uint16Array(0),
  };
}

/** Appends the terms of a word. */
export function addWord(
  known: Vocabulary,
  units: Uint16Array,
  start: number,
  length: number,
  hash: number,
  into: IntList,
): void {
  const word = entryOf(known, units, start, length, hash);
  const { only, terms, firsts } = known;
  if (only.items[word] === UNLEARNT) learn(known, word, units, start, length);
  const term = only.items[word] ?? 0;
  if (term !== SEVERAL) push(into, term);
  else {
    const first = firsts.items[word] ?? 0;
    append(into, terms, first + 1, first + 1 + (terms.items[first] ?? 0));
  }
}

/** Appends the term of a letter or two letters of a script without spaces: the letters as they are. */
export function addPair(known: Vocabulary, units: Uint16Array, start: number, length: number, into: IntList): void {
  const pair = entryOf(known, units, start, length, hashOf(units, start, length));
  push(into, termFor(known, pair));
}

function entryOf(known: Vocabulary, units: Uint16Array, start: number, length: number, hash: number): number {
  const { words, termOf, only, firsts } = known;
  const word = numberOf(words, units, start, length, hash);
  if (word === only.size) {
    push(termOf, -1);
    push(only, UNLEARNT);
    push(firsts, 0);
  }
  return word;
}

function termFor({ termOf, wordOf }: Vocabulary, word: number): number {
  const known = termOf.items[word] ?? -1;
  if (known >= 0) return known;
  termOf.items[word] = wordOf.size;
  push(wordOf, word);
  return wordOf.size - 1;
}

function learn(known: Vocabulary, word: number, units: Uint16Array, start: number, length: number): void {
  const { only, terms, firsts } = known;
  makeRoom(known, length);
  const first = terms.size;
  push(terms, 0);
  if (!learnLatin(known, word, units, start, length)) learnAny(known, wordAt(known.words, word));
  const count = terms.size - first - 1;
  terms.items[first] = count;
  firsts.items[word] = first;
  only.items[word] = count === 1 ? (terms.items[first + 1] ?? 0) : SEVERAL;
  if (count === 1) terms.size = first;
}

function makeRoom(known: Vocabulary, length: number): void {
  if (known.form.length >= length) return;
  known.classes = new Uint8Array(2 * length);
  known.form = new Uint16Array(2 * length);
}

/** Learns a word and its parts; false when it holds other than basic Latin units. */
function learnLatin(known: Vocabulary, word: number, units: Uint16Array, start: number, length: number): boolean {
  const { classes, parts, terms } = known;
  for (let at = 0; at < length; at++) {
    const unit = units[start + at] ?? 0;
    if (unit > 0x7f) return false;
    classes[at] = classOf(unit, "", 0);
  }
  push(terms, termFor(known, latinForm(known, word, units, start, start + length)));
  partsOf(classes, length, parts);
  for (let at = 0; at < parts.size; at += 2) {
    const form = latinForm(known, -1, units, start + (parts.items[at] ?? 0), start + (parts.items[at + 1] ?? 0));
    push(terms, termFor(known, form));
  }
  return true;
}

/** The form of units of basic Latin: letters alone have a stem. @param word what they are the whole of, or -1 */
function latinForm(known: Vocabulary, word: number, units: Uint16Array, start: number, end: number): number {
  const { form } = known;
  let areLetters = true;
  for (let at = start; at < end; at++) {
    const unit = units[at] ?? 0;
    const lower = unit >= UPPER_A && unit <= UPPER_Z ? unit | TO_LOWER : unit;
    if (lower < LOWER_A) areLetters = false;
    form[at - start] = lower;
  }
  const isStemmed = areLetters && end - start >= STEMMED_LENGTH_MIN;
  const length = isStemmed ? porterStem(form, end - start) : end - start;
  if (word >= 0 && length === end - start && areSame(form, 0, units, start, length)) return word;
  return entryOf(known, form, 0, length, hashOf(form, 0, length));
}

function learnAny(known: Vocabulary, word: string): void {
  learnForm(known, stem(word.toLowerCase()));
  const { classes, parts } = known;
  for (let at = 0; at < word.length; at++) classes[at] = letterClass(word, at);
  partsOf(classes, word.length, parts);
  for (let at = 0; at < parts.size; at += 2) {
    learnForm(known, stem(word.slice(parts.items[at], parts.items[at + 1]).toLowerCase()));
  }
}

function learnForm(known: Vocabulary, text: string): void {
  makeRoom(known, text.length);
  const { form } = known;
  for (let at = 0; at < text.length; at++) form[at] = text.charCodeAt(at);
  push(known.terms, termFor(known, entryOf(known, form, 0, text.length, hashOf(form, 0, text.length))));
}
