// Finds words of the task that the records spell differently: `config` and `configuration`, `colour` and `color`, `dir`
// and `directory`. Adds the words that share a stem (index/shared-stems.ts).
// In: the corpus and the query. Out: terms of the records that are spelt almost like a query term. Compares letters
// only, without a word list. Makes strings only of words that start like a word of the task.
import { flagged, freeArray, uint8s } from "../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { startsWithDigit } from "../../text/vocabulary.ts";
import { classOfCodePoint, UNSPACED } from "../../text/words.ts";
import type { Corpus } from "../index/corpus.ts";
import type { QueryTerms } from "../index/query.ts";
import { isEnglish } from "../index/query-words.ts";
import { byCloseness, type Similar, sharedStems } from "../index/shared-stems.ts";
import { NO_TERMS, type SearchTerms, searchTerms } from "./search-terms.ts";

/** Shorter words resemble too many others. Letters. */
const LETTERS_MIN = 4;

/** An abbreviation keeps at least this many letters of its word. */
const ABBREVIATION_MIN = 3;

/** Similarity of words that differ in one letter, and of an abbreviation and its word. */
const ONE_LETTER_OFF = 0.8;
const ABBREVIATED = 0.5;

/**
 * How similar two stems are, 0 (not at all) to 1: one starts with the other, they differ in one letter, or one
 * abbreviates the other.
 */
export function similarity(one: string, other: string): number {
  const short = one.length <= other.length ? one : other;
  const long = short === one ? other : one;
  if (long.startsWith(short)) {
    return short.length >= LETTERS_MIN || short.length * 2 >= long.length ? short.length / long.length : 0;
  }
  if (short.length > LETTERS_MIN && long.length - short.length <= 1 && differsByOne(short, long)) return ONE_LETTER_OFF;
  if (short.length < long.length && abbreviates(short, long)) return ABBREVIATED;
  return 0;
}

/** A signature that rules out most pairs of words without building their strings. */
interface Letters {
  /** The letters of a word as a bit set. The low bits of a letter choose its bit, so letters may share one. */
  readonly set: number;
  readonly count: number;
}

export function lettersOf(word: string): Letters {
  let set = 0;
  for (let at = 0; at < word.length; at += 1) set |= 1 << word.charCodeAt(at);
  return { set, count: word.length };
}

/**
 * False if two words cannot be similar, judging by their letters. In a similar pair, the longer word has all letters of
 * the shorter, or one letter is replaced.
 */
export function maybeSimilar(one: Letters, otherSet: number, otherCount: number): boolean {
  const missing = one.count <= otherCount ? one.set & ~otherSet : otherSet & ~one.set;
  if (missing === 0) return true;
  if (one.count !== otherCount || otherCount <= LETTERS_MIN) return false;
  const different = one.set ^ otherSet;
  const allButOne = different & (different - 1);
  return (allButOne & (allButOne - 1)) === 0;
}

/** True if one letter is replaced or added, or two neighbours are swapped. */
function differsByOne(short: string, long: string): boolean {
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  if (short.length === long.length && isSwapped) return short.slice(at + 2) === long.slice(at + 2);
  const rest = long.length === short.length ? at + 1 : at;
  return short.slice(rest) === long.slice(at + 1);
}

/** `msg` for `message`, `cfg` for `config`: no vowels after the first letter, all letters in order. */
function abbreviates(short: string, long: string): boolean {
  if (short.length > ABBREVIATION_MIN + 1 || /[aeiouy]/.test(short.slice(1))) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

/**
 * Words that start with the same two letters, and the letter signature of each. Columns, since there may be a million
 * words.
 */
interface WordList {
  readonly terms: number[];
  readonly sets: number[];
  readonly counts: number[];
}

/** Words read or compared between two checkpoints: a few milliseconds. */
const WORDS_PER_CHECKPOINT = 1 << 14;

const PLAIN_WORD = /^\p{L}+$/u;

/** Number of hashes of two letters. With this many, few words start like a word of the task by chance. */
const START_HASHES = 1 << 12;

/** More code points than one case of most alphabets has, so no two pairs of such letters share a hash. */
const ALPHABET_SPAN = 61;

function hashOf(start: number): number {
  return (ALPHABET_SPAN * (start >>> 16) + start) & (START_HASHES - 1);
}

/**
 * Words of the records that start with the same two letters as a word of the task, grouped by those letters. Leaves out
 * identifiers and numbers.
 */
function wordsByStart(corpus: Corpus, queryTerms: QueryTerms, checkpoint: Checkpoint): ReadonlyMap<number, WordList> {
  const { vocabulary, blockFrequency, starts } = corpus;
  const mayStart = startsOf(queryTerms, corpus);
  checkpoint();
  const byStart = new Map<number, WordList>();
  for (let term = 0; term < blockFrequency.length; term += 1) {
    if (term % WORDS_PER_CHECKPOINT === 0) checkpoint();
    const start = starts[term] ?? 0;
    if (mayStart[hashOf(start)] === 0 || blockFrequency[term] === 0) continue;
    // Terms of scripts without spaces are single characters and pairs.
    if (classOfCodePoint(start >>> 16) === UNSPACED) continue;
    const word = vocabulary.form(term);
    if (!isComparable(word)) continue;
    const { set, count } = lettersOf(word);
    const known = byStart.get(start);
    if (known === undefined) byStart.set(start, { terms: [term], sets: [set], counts: [count] });
    else {
      known.terms.push(term);
      known.sets.push(set);
      known.counts.push(count);
    }
  }
  return byStart;
}

/** True for a plain word that is long enough to compare. */
function isComparable(word: string): boolean {
  return word.length >= ABBREVIATION_MIN && PLAIN_WORD.test(word);
}

/** Flags the hashes of the starts of the task's words. */
function startsOf({ terms }: QueryTerms, { starts }: Corpus): Uint8Array {
  const mayStart = uint8s(START_HASHES);
  for (let slot = 0; slot < terms.length; slot += 1) {
    const start = starts[terms[slot] ?? 0] ?? 0;
    if (!startsWithDigit(start)) mayStart[hashOf(start)] = 1;
  }
  return mayStart;
}

export interface VariantSettings {
  /** Weight of a perfect variant, against 1 for the word itself; 0 turns variants off. */
  readonly weight: number;
  /** At most this many variants of each word are taken, the closest first. */
  readonly perTerm: number;
}

const VARIANT_PART = "variant";

/**
 * Limits the comparisons with words of the records, over all words of the task: a fixed number (2 ms) plus a number for
 * each distinct word, but at most 50 ms. Ordinary tasks need hundreds to a few thousand. Without a limit, 30 kB of
 * words that start alike would cost 70 ms, and the cost of megabytes would grow quadratically.
 */
const COMPARED_BASE = 1 << 15;
const COMPARED_PER_WORD = 8;
const COMPARED_MAX = 1 << 20;

const NO_WORDS: WordList = { terms: [], sets: [], counts: [] };

export function variantTerms(
  corpus: Corpus,
  queryTerms: QueryTerms,
  settings: VariantSettings,
  checkpoint: Checkpoint = unchecked,
): SearchTerms {
  if (settings.weight <= 0) return NO_TERMS;
  const isTaskTerm = flagged(corpus.starts.length, queryTerms.terms);
  const byStart = wordsByStart(corpus, queryTerms, checkpoint);
  const found = new Map<number, number>();
  const take = (slot: number, similar: readonly Similar[]): void => {
    const weight = settings.weight * (queryTerms.weights[slot] ?? 0);
    for (const { other, close } of similar.slice(0, settings.perTerm)) {
      found.set(other, Math.max(found.get(other) ?? 0, weight * close));
    }
  };
  for (const { slot, word, others } of comparable(queryTerms, corpus, byStart, checkpoint)) {
    take(slot, similarTerms(word, others, isTaskTerm, corpus));
  }
  freeArray(isTaskTerm);
  if (!isEnglish(queryTerms.prompt)) {
    for (const [slot, similar] of sharedStems(corpus, queryTerms, checkpoint)) take(slot, similar);
  }
  return searchTerms(VARIANT_PART, found);
}

/** A word of the task, and the words of the records that start like it. */
interface Comparable {
  readonly slot: number;
  readonly word: string;
  readonly others: WordList;
}

/** The words of the task that have candidates, up to the limit. */
function* comparable(
  { terms }: QueryTerms,
  { starts, vocabulary }: Corpus,
  byStart: ReadonlyMap<number, WordList>,
  checkpoint: Checkpoint,
): Iterable<Comparable> {
  let left = Math.min(COMPARED_MAX, COMPARED_BASE + COMPARED_PER_WORD * starts.length);
  let passed = 0;
  for (let slot = 0; slot < terms.length; slot += 1) {
    const term = terms[slot] ?? 0;
    const others = byStart.get(starts[term] ?? 0) ?? NO_WORDS;
    passed += 1 + others.terms.length;
    if (passed >= WORDS_PER_CHECKPOINT) {
      checkpoint();
      passed = 0;
    }
    // A word without candidates needs no string.
    const word = others.terms.length > 0 ? vocabulary.form(term) : "";
    if (!isComparable(word)) continue;
    left -= others.terms.length;
    if (left < 0) return;
    yield { slot, word, others };
  }
}

/** The candidates that are spelt almost like `word`, closest first. */
function similarTerms(word: string, others: WordList, isTaskTerm: Uint8Array, { vocabulary }: Corpus): Similar[] {
  const letters = lettersOf(word);
  const found: Similar[] = [];
  for (let at = 0; at < others.terms.length; at += 1) {
    const other = others.terms[at] ?? 0;
    // Making a string of each would take longer than everything else, since text/vocabulary.ts keeps only some of them.
    if (!maybeSimilar(letters, others.sets[at] ?? 0, others.counts[at] ?? 0) || isTaskTerm[other] === 1) continue;
    const close = similarity(word, vocabulary.form(other));
    if (close > 0) found.push({ other, close });
  }
  return found.sort(byCloseness);
}
