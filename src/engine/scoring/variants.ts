// Words of the task that the records spell otherwise: `config` and `configuration`, `colour` and `color`, `dir` and
// `directory`.
// In: the corpus and the task's terms. Out: terms of the records that are written almost alike. Must use no word list:
// only what the letters themselves say.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { flagged } from "../../text/flags.ts";
import { giveBack, uint8s } from "../../text/slab.ts";
import { startsWithDigit } from "../../text/term-start.ts";
import type { Corpus } from "../corpus/corpus.ts";
import type { StatedTerms } from "../corpus/stated-terms.ts";
import { ABBREVIATION_MIN, likeness } from "./likeness.ts";
import { NO_TERMS, type SearchTerms, searchTerms } from "./search-terms.ts";

export interface VariantSettings {
  /** Weight of a perfect variant against 1 for the word itself; 0 turns variants off. */
  readonly weight: number;
  /** At most this many variants of one word are taken, the closest first. */
  readonly perTerm: number;
}

const VARIANT_PART = "variant";

const PLAIN_WORD = /^\p{L}+$/u;

/**
 * Words of the records that words of the task are compared with, all together: so many, 2 ms, and so many for each
 * distinct word, but never more than 50 ms takes. Ordinary tasks need hundreds to some thousands; without a bound 30 kB
 * of words that begin alike would cost 70 ms, and megabytes their square.
 */
const COMPARED_ANYWAY = 1 << 15;
const COMPARED_A_WORD = 8;
const COMPARED_MAX = 1 << 20;

/** Words that are read or compared between two checkpoints: a few milliseconds. */
const WORDS_A_TURN = 1 << 14;

const NO_WORDS: readonly number[] = [];

export function variantTerms(
  corpus: Corpus,
  { terms, weights }: StatedTerms,
  settings: VariantSettings,
  checkpoint: Checkpoint = unchecked,
): SearchTerms {
  if (settings.weight <= 0) return NO_TERMS;
  const isAsked = flagged(corpus.starts.length, terms);
  const mayStart = uint8s(START_HASHES);
  for (let slot = 0; slot < terms.length; slot += 1) {
    const start = corpus.starts[terms[slot] ?? 0] ?? 0;
    if (!startsWithDigit(start)) mayStart[hashOf(start)] = 1;
  }
  checkpoint();
  const byStart = vocabularyByStart(corpus, mayStart, checkpoint);
  const comparedMax = Math.min(COMPARED_MAX, COMPARED_ANYWAY + COMPARED_A_WORD * corpus.starts.length);
  const found = new Map<number, number>();
  let compared = 0;
  let passed = 0;
  for (let slot = 0; slot < terms.length; slot += 1) {
    const term = terms[slot] ?? 0;
    const others = byStart.get(corpus.starts[term] ?? 0) ?? NO_WORDS;
    passed += 1 + others.length;
    if (passed >= WORDS_A_TURN) {
      checkpoint();
      passed = 0;
    }
    // No string is made of a word that none of the records' begins like.
    const word = others.length > 0 ? corpus.lexicon.form(term) : "";
    if (!isPlain(word)) continue;
    compared += others.length;
    if (compared > comparedMax) break;
    for (const { other, close } of alike(word, others, isAsked, corpus).slice(0, settings.perTerm)) {
      found.set(other, Math.max(found.get(other) ?? 0, settings.weight * (weights[slot] ?? 0) * close));
    }
  }
  giveBack(isAsked);
  return searchTerms(VARIANT_PART, found);
}

interface Alike {
  readonly other: number;
  readonly close: number;
}

/** Those of the other words that are written almost like `word`, the closest first. */
function alike(word: string, others: readonly number[], isAsked: Uint8Array, { lexicon }: Corpus): Alike[] {
  const found: Alike[] = [];
  for (const other of others) {
    const close = isAsked[other] === 1 ? 0 : likeness(word, lexicon.form(other));
    if (close > 0) found.push({ other, close });
  }
  return found.sort(byCloseness);
}

function byCloseness(a: Alike, b: Alike): number {
  return b.close - a.close || a.other - b.other;
}

function isPlain(word: string): boolean {
  return word.length >= ABBREVIATION_MIN && PLAIN_WORD.test(word);
}

/** Hashes of two letters: enough that few words of the records begin like one of the task's by chance. */
const START_HASHES = 1 << 12;

function hashOf(start: number): number {
  return (61 * (start >>> 16) + start) & (START_HASHES - 1);
}

/**
 * Words of the records (not identifiers, not numbers) that begin with the same two letters as a word of the task, by
 * those letters.
 */
function vocabularyByStart(
  corpus: Corpus,
  mayStart: Uint8Array,
  checkpoint: Checkpoint,
): ReadonlyMap<number, readonly number[]> {
  const { lexicon, blockFrequency, starts: startsOfTerms } = corpus;
  const byStart = new Map<number, number[]>();
  for (let term = 0; term < blockFrequency.length; term += 1) {
    if (term % WORDS_A_TURN === 0) checkpoint();
    const start = startsOfTerms[term] ?? 0;
    if (mayStart[hashOf(start)] === 0 || blockFrequency[term] === 0 || !isPlain(lexicon.form(term))) continue;
    const known = byStart.get(start);
    if (known === undefined) byStart.set(start, [term]);
    else known.push(term);
  }
  return byStart;
}
