// The words that were met and the terms of each: what makes a word cost one look-up from the second time on.
// In: a word as a range of units. Out: its terms, appended. Ids of terms follow the order of arrival.
// A word of basic Latin is learnt from its units, without strings: they are what learning a word used to cost.
import { partsOf } from "./identifiers.ts";
import { append, type IntList, intList, push } from "./int-list.ts";
import { classOf, letterClass } from "./letters.ts";
import { porterStem } from "./porter-stem.ts";
import { STEMMED_LENGTH_MIN, stem } from "./stem.ts";
import { createWordTable, hashOf, mixed, numberOf, type WordTable, wordAt } from "./word-table.ts";

export interface Vocabulary {
  readonly words: WordTable;
  /** The forms that words are brought to; their numbers are the terms. */
  readonly forms: WordTable;
  /** By word: its only term, or -1 for a word of several. */
  readonly only: IntList;
  /** Terms of word `w` are `terms` from `firsts[w]` up to `firsts[w + 1]`. */
  readonly terms: IntList;
  readonly firsts: IntList;
  /** The word that is being learnt: its letter classes, where its parts begin and end, a form of it. */
  classes: Uint8Array;
  readonly parts: IntList;
  form: Uint16Array;
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
    only: intList(512),
    terms: intList(512),
    firsts,
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
  const word = numberOf(known.words, units, start, length, hash);
  if (word === known.only.size) {
    makeRoom(known, length);
    if (!learnLatin(known, units, start, length)) learn(known, wordAt(known.words, word));
    noteLearnt(known);
  }
  addTerms(known, word, into);
}

/** Appends the term of a letter or two letters of a script without spaces, likewise: the letters as they are. */
export function addPair(known: Vocabulary, units: Uint16Array, start: number, length: number, into: IntList): void {
  let hash = mixed(0, units[start] ?? 0);
  if (length > 1) hash = mixed(hash, units[start + 1] ?? 0);
  const pair = numberOf(known.words, units, start, length, hash);
  if (pair === known.only.size) {
    push(known.terms, numberOf(known.forms, units, start, length, hash));
    noteLearnt(known);
  }
  addTerms(known, pair, into);
}

function addTerms({ only, terms, firsts }: Vocabulary, word: number, into: IntList): void {
  const term = only.items[word] ?? -1;
  if (term >= 0) push(into, term);
  else append(into, terms, firsts.items[word] ?? 0, firsts.items[word + 1] ?? 0);
}

function noteLearnt({ only, terms, firsts }: Vocabulary): void {
  const first = firsts.items[firsts.size - 1] ?? 0;
  push(only, terms.size === first + 1 ? (terms.items[first] ?? 0) : -1);
  push(firsts, terms.size);
}

function makeRoom(known: Vocabulary, length: number): void {
  if (known.classes.length >= length) return;
  known.classes = new Uint8Array(2 * length);
  known.form = new Uint16Array(2 * length);
}

/** Learns a word and its parts; false when it holds other than basic Latin units. */
function learnLatin(known: Vocabulary, units: Uint16Array, start: number, length: number): boolean {
  const { classes, parts } = known;
  for (let at = 0; at < length; at++) {
    const unit = units[start + at] ?? 0;
    if (unit > 0x7f) return false;
    classes[at] = classOf(unit, "", 0);
  }
  learnPart(known, units, start, start + length);
  partsOf(classes, length, parts);
  for (let at = 0; at < parts.size; at += 2) {
    learnPart(known, units, start + (parts.items[at] ?? 0), start + (parts.items[at + 1] ?? 0));
  }
  return true;
}

/** Learns the form of units of basic Latin: letters alone have a stem, anything else stays as it is. */
function learnPart({ form, forms, terms }: Vocabulary, units: Uint16Array, start: number, end: number): void {
  let areLetters = true;
  for (let at = start; at < end; at++) {
    const unit = units[at] ?? 0;
    const lower = unit >= UPPER_A && unit <= UPPER_Z ? unit | TO_LOWER : unit;
    if (lower < LOWER_A) areLetters = false;
    form[at - start] = lower;
  }
  const isStemmed = areLetters && end - start >= STEMMED_LENGTH_MIN;
  const length = isStemmed ? porterStem(form, 0, end - start) : end - start;
  push(terms, numberOf(forms, form, 0, length, hashOf(form, 0, length)));
}

function learn(known: Vocabulary, word: string): void {
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
  const { form, forms, terms } = known;
  for (let at = 0; at < text.length; at++) form[at] = text.charCodeAt(at);
  push(terms, numberOf(forms, form, 0, text.length, hashOf(form, 0, text.length)));
}
