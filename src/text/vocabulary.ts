// The words that were met and the terms of each: what makes a word cost one look-up from the second time on.
// In: a word written into the table of words. Out: its terms, appended. Ids of terms follow the order of arrival.
import { identifierParts } from "./identifiers.ts";
import { append, type IntList, intList, push } from "./int-list.ts";
import { stem } from "./stem.ts";
import { createWordTable, numberOf, type WordTable } from "./word-table.ts";

export interface Vocabulary {
  readonly words: WordTable;
  /** Terms of word `w` are `terms` from `firsts[w]` up to `firsts[w + 1]`. */
  readonly terms: IntList;
  readonly firsts: IntList;
  /** By term; and back. */
  readonly forms: string[];
  readonly idOf: Map<string, number>;
}

/** A word that `identifierParts` leaves whole, as nearly all are. */
const PLAIN_WORD = /^[A-Za-z][a-z]*$/;

export function createVocabulary(): Vocabulary {
  const firsts = intList(512);
  push(firsts, 0);
  return { words: createWordTable(), terms: intList(512), firsts, forms: [], idOf: new Map() };
}

/** Appends the terms of the word text[start, end), whose units have been written into the table. */
export function addWord(known: Vocabulary, text: string, start: number, end: number, hash: number, into: IntList) {
  const { words, terms, firsts } = known;
  const word = numberOf(words, end - start, hash);
  if (word === firsts.size - 1) learn(known, text.slice(start, end));
  addTerms(terms, firsts, word, into);
}

/** Appends the term of a letter or two letters of a script without spaces, likewise. */
export function addPair(known: Vocabulary, text: string, start: number, end: number, hash: number, into: IntList) {
  const { words, terms, firsts } = known;
  const pair = numberOf(words, end - start, hash);
  if (pair === firsts.size - 1) {
    push(terms, idOf(known, text.slice(start, end)));
    push(firsts, terms.size);
  }
  addTerms(terms, firsts, pair, into);
}

function addTerms(terms: IntList, firsts: IntList, word: number, into: IntList): void {
  const first = firsts.items[word] ?? 0;
  const next = firsts.items[word + 1] ?? 0;
  push(into, terms.items[first] ?? 0);
  if (next > first + 1) append(into, terms, first + 1, next);
}

function learn(known: Vocabulary, word: string): void {
  push(known.terms, idOf(known, stem(word.toLowerCase())));
  const parts = PLAIN_WORD.test(word) ? [] : identifierParts(word);
  for (const part of parts) push(known.terms, idOf(known, stem(part.toLowerCase())));
  push(known.firsts, known.terms.size);
}

function idOf(known: Vocabulary, form: string): number {
  const id = known.idOf.get(form);
  if (id !== undefined) return id;
  known.idOf.set(form, known.forms.length);
  known.forms.push(form);
  return known.forms.length - 1;
}
