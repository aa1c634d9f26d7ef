// Words of the task that the records spell otherwise: `config` and `configuration`, `colour` and `color`, `dir` and
// `directory`.
// In: the corpus and the task's terms. Out: terms of the records that are written almost alike. Must use no word list:
// only what the letters themselves say.
import type { Corpus } from "./corpus.ts";
import type { SearchTerm } from "./levels.ts";
import type { QueryTerm } from "./query.ts";

export interface VariantSettings {
  /** Weight of a perfect variant against 1 for the word itself; 0 turns variants off. */
  readonly weight: number;
  /** At most this many variants of one word are taken, the closest first. */
  readonly perTerm: number;
}

export const VARIANT_PART = "variant";

/** Shorter words resemble too many others. Letters. */
const LETTERS_MIN = 4;
/** An abbreviation keeps at least this many letters of the word it stands for. */
const ABBREVIATION_MIN = 3;
/** Variants begin with the same letters: candidates are looked up by them. */
const SAME_START = 2;

const PLAIN_WORD = /^\p{L}+$/u;

export function variantTerms(
  corpus: Corpus,
  asked: readonly QueryTerm[],
  settings: VariantSettings,
): readonly SearchTerm[] {
  if (settings.weight <= 0) return [];
  const known = new Set(asked.map(({ term }) => term));
  const byStart = vocabularyByStart(corpus);
  const found = new Map<number, number>();
  for (const { term, weight } of asked) {
    const word = corpus.lexicon.form(term);
    if (word.length < ABBREVIATION_MIN || !PLAIN_WORD.test(word)) continue;
    const near = (byStart.get(word.slice(0, SAME_START)) ?? [])
      .filter((other) => !known.has(other))
      .map((other) => ({ other, likeness: likeness(word, corpus.lexicon.form(other)) }))
      .filter((one) => one.likeness > 0)
      .sort((a, b) => b.likeness - a.likeness || a.other - b.other)
      .slice(0, settings.perTerm);
    for (const { other, likeness: close } of near) {
      found.set(other, Math.max(found.get(other) ?? 0, settings.weight * weight * close));
    }
  }
  return [...found].map(([term, weight]) => ({ term, weight, part: VARIANT_PART }));
}

/** Words of the records (not identifiers, not numbers) by their first letters. */
function vocabularyByStart(corpus: Corpus): ReadonlyMap<string, readonly number[]> {
  const byStart = new Map<string, number[]>();
  for (const [term, frequency] of corpus.blockFrequency.entries()) {
    const word = corpus.lexicon.form(term);
    if (frequency === 0 || word.length < ABBREVIATION_MIN || !PLAIN_WORD.test(word)) continue;
    const start = word.slice(0, SAME_START);
    const known = byStart.get(start);
    if (known === undefined) byStart.set(start, [term]);
    else known.push(term);
  }
  return byStart;
}

/**
 * How alike two stems are written, 0 (not) to 1: one begins with the other, one letter differs, one abbreviates the
 * other.
 */
export function likeness(one: string, other: string): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.startsWith(short)) {
    return short.length >= LETTERS_MIN || short.length * 2 >= long.length ? short.length / long.length : 0;
  }
  if (short.length > LETTERS_MIN && long.length - short.length <= 1 && differsByOne(short, long)) return 0.8;
  if (short.length < long.length && abbreviates(short, long)) return 0.5;
  return 0;
}

/** One letter replaced, or one more. */
function differsByOne(short: string, long: string): boolean {
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = long.length === short.length ? at + 1 : at;
  return short.slice(rest) === long.slice(at + 1);
}

/** `msg` for `message`, `cfg` for `config`: no vowel of its own, all letters in order. */
function abbreviates(short: string, long: string): boolean {
  if (short.length > ABBREVIATION_MIN + 1 || /[aeiouy]/.test(short.slice(1))) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
