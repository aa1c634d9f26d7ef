// The words that were met and the terms of each: what makes a word cost one look-up from the second time on.
// In: a word as a range of units. Out: its terms, appended. Ids of terms follow the order of arrival.
// A word of basic Latin is learnt from its units, without strings: they are what learning a word used to cost.
import { partsOf } from "./identifiers.ts";
import { append, type IntList, intList, push } from "./int-list.ts";
import { classOf, DIGIT, LOWER, letterClass, UPPER } from "./letters.ts";
import { porterStem } from "./porter-stem.ts";
import { STEMMED_LENGTH_MIN, stem } from "./stem.ts";
import { areSame, createWordTable, hashOf, numberOf, type WordTable, wordAt } from "./word-table.ts";
import { WORD_LENGTH_MAX } from "./words.ts";

export interface Vocabulary {
  /** Words as they are met and the forms they are brought to: most words, and all pairs, are a form themselves. */
  readonly words: WordTable;
  /** By word: its term as a form, or -1 for what is none; and back. */
  readonly termOf: IntList;
  readonly wordOf: IntList;
  /** By word: its only term, `UNLEARNT`, or from `SEVERAL` downwards where in `terms` its terms stand. */
  readonly meaning: IntList;
  /** Of words that have several: how many, and they behind it. */
  readonly terms: IntList;
  /** The word that is being learnt: its letter classes, where its parts begin and end, a form of it. */
  classes: Uint8Array;
  readonly parts: IntList;
  form: Uint16Array;
}

const UNLEARNT = -1;
const SEVERAL = -2;

const UPPER_A = 65;
const UPPER_Z = 90;
const LOWER_A = 97;
/** The bit by which a basic Latin letter in lower case differs from one in upper case. */
const TO_LOWER = 32;

/** @param words how many different ones are expected */
export function createVocabulary(words: number): Vocabulary {
  const capacity = Math.max(512, words);
  return {
    words: createWordTable(words),
    termOf: intList(capacity),
    wordOf: intList(capacity),
    meaning: intList(capacity),
    terms: intList(128),
    classes: new Uint8Array(WORD_LENGTH_MAX),
    parts: intList(16),
    form: new Uint16Array(WORD_LENGTH_MAX),
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
  const { meaning, terms } = known;
  let term = meaning.items[word] ?? 0;
  if (term === UNLEARNT) {
    term = learn(known, word, units, start, length);
    meaning.items[word] = term;
  }
  if (term >= 0) push(into, term);
  else {
    const first = SEVERAL - term;
    append(into, terms, first + 1, first + 1 + (terms.items[first] ?? 0));
  }
}

/** Appends the term of a letter or two letters of a script without spaces: the letters as they are. */
export function addPair(known: Vocabulary, units: Uint16Array, start: number, length: number, into: IntList): void {
  const pair = entryOf(known, units, start, length, hashOf(units, start, length));
  push(into, termFor(known, pair));
}

function entryOf(known: Vocabulary, units: Uint16Array, start: number, length: number, hash: number): number {
  const { words, termOf, meaning } = known;
  const word = numberOf(words, units, start, length, hash);
  if (word === meaning.size) {
    push(termOf, -1);
    push(meaning, UNLEARNT);
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

/** What a word stands for, as `meaning` says it. */
function learn(known: Vocabulary, word: number, units: Uint16Array, start: number, length: number): number {
  makeRoom(known, length);
  const kinds = latinKinds(known, units, start, length);
  // Nearly every word: letters of one case behind the first, or digits alone, which have no parts.
  if (kinds === LOWERS || kinds === DIGITS) return termFor(known, latinForm(known, word, units, start, start + length));
  const { terms } = known;
  const first = terms.size;
  push(terms, 0);
  if (kinds >= 0) learnLatin(known, word, units, start, length);
  else learnAny(known, wordAt(known.words, word));
  const count = terms.size - first - 1;
  terms.items[first] = count;
  if (count > 1) return SEVERAL - first;
  terms.size = first;
  return terms.items[first + 1] ?? 0;
}

const LOWERS = 1 << LOWER;
const DIGITS = 1 << DIGIT;

/** Notes the classes of a word's units: a bit for each but a first capital's; -1 for a word beyond basic Latin. */
function latinKinds({ classes }: Vocabulary, units: Uint16Array, start: number, length: number): number {
  let kinds = 0;
  for (let at = 0; at < length; at++) {
    const unit = units[start + at] ?? 0;
    if (unit > 0x7f) return -1;
    const found = classOf(unit, "", 0);
    classes[at] = found;
    if (at > 0 || found !== UPPER) kinds |= 1 << found;
  }
  return kinds;
}

function makeRoom(known: Vocabulary, length: number): void {
  if (known.form.length >= length) return;
  known.classes = new Uint8Array(2 * length);
  known.form = new Uint16Array(2 * length);
}

/** Appends the terms of a word of basic Latin units and of its parts. */
function learnLatin(known: Vocabulary, word: number, units: Uint16Array, start: number, length: number): void {
  const { classes, parts, terms } = known;
  push(terms, termFor(known, latinForm(known, word, units, start, start + length)));
  partsOf(classes, length, parts);
  for (let at = 0; at < parts.size; at += 2) {
    const form = latinForm(known, -1, units, start + (parts.items[at] ?? 0), start + (parts.items[at + 1] ?? 0));
    push(terms, termFor(known, form));
  }
}

/** The form of units of basic Latin: letters alone have a stem. @param word what they are the whole of, or -1 */
function latinForm(known: Vocabulary, word: number, units: Uint16Array, start: number, end: number): number {
  const { form } = known;
  let areLetters = true;
  let hasUpper = false;
  for (let at = start; at < end; at++) {
    const unit = units[at] ?? 0;
    const isUpper = unit >= UPPER_A && unit <= UPPER_Z;
    const lower = isUpper ? unit | TO_LOWER : unit;
    if (isUpper) hasUpper = true;
    else if (lower < LOWER_A) areLetters = false;
    form[at - start] = lower;
  }
  const isStemmed = areLetters && end - start >= STEMMED_LENGTH_MIN;
  if (word >= 0 && !hasUpper && !isStemmed) return word;
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
