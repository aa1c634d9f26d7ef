// Finds words of the records that share a stem with a word of the task that no record holds: `avaimeni` and `avaimet`,
// `versichert` and `Haftpflichtversicherung`, `飼える` and `飼育`. In: the corpus and the query. Out: terms of the
// records, by slot.
// Compares letters only, without a word list. A task in English is not searched by them, because its words are stemmed
// and its compounds are written apart. But the gate counts them: `supervises` and `supervisor` have different stems.
import { flagged, freeArray } from "../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { classOfCodePoint, UNSPACED } from "../../text/words.ts";
import type { Corpus } from "./corpus.ts";
import type { QueryTerms } from "./query.ts";

/** Shorter stems are shared by chance. UTF-16 units. */
const STEM_MIN = 5;

/** The shared stem takes at least this share of both words: the rest is inflection, not another word. */
const STEM_SHARE_MIN = 0.6;

/** Inside a compound, the stem follows a part of at least this many UTF-16 units. */
const FIRST_PART_MIN = 3;

/** Only the first words of each side become strings, at most this many. Those of the records take 10 ms. */
const TASK_WORDS_MAX = 1 << 12;
const RECORD_WORDS_MAX = 1 << 14;

/** At most about this many comparisons, which take 2 ms. Only a hostile text needs more: all its words start alike. */
const COMPARED_MAX = 1 << 16;

/** Words between two checkpoints: a few milliseconds. */
const WORDS_PER_CHECKPOINT = 1 << 12;

/** A word of the records that resembles a word of the task. */
export interface Similar {
  readonly other: number;
  /** 0 to 1, where 1 is the same word. */
  readonly close: number;
}

/** By slot, closest first. Only words with a shared stem have an entry. */
export function sharedStems(
  corpus: Corpus,
  queryTerms: QueryTerms,
  checkpoint: Checkpoint = unchecked,
): ReadonlyMap<number, readonly Similar[]> {
  const found = new Map<number, Similar[]>();
  const byPrefix = missingWords(corpus, queryTerms, checkpoint);
  const byCharacter = missingVerbs(corpus, queryTerms);
  if (byPrefix.size === 0 && byCharacter.size === 0) return found;
  const isTaskTerm = flagged(corpus.starts.length, queryTerms.terms);
  if (byPrefix.size > 0) collect(recordWords(corpus, isTaskTerm, checkpoint), byPrefix, found);
  if (byCharacter.size > 0) collectByCharacter(corpus, isTaskTerm, byCharacter, found, checkpoint);
  freeArray(isTaskTerm);
  for (const similar of found.values()) similar.sort(byCloseness);
  return found;
}

export function byCloseness(a: Similar, b: Similar): number {
  return b.close - a.close || a.other - b.other;
}

/** Adds the words that contain a shared stem, at their beginning or after the first part of a compound. */
function collect(
  words: Iterable<RecordWord>,
  byPrefix: ReadonlyMap<number, readonly AskedWord[]>,
  found: Map<number, Similar[]>,
): void {
  let left = COMPARED_MAX;
  for (const { other, word } of words) {
    for (let at = 0; at + STEM_MIN <= word.length; at += at === 0 ? FIRST_PART_MIN : 1) {
      for (const { slot, asked } of byPrefix.get(prefixHash(word, at)) ?? NO_WORDS) {
        left -= 1;
        const close = closeness(asked, word, at);
        if (close > 0) append(found, slot, { other, close });
      }
      if (left < 0) return;
    }
  }
}

interface AskedWord {
  readonly slot: number;
  readonly asked: string;
}

interface RecordWord {
  readonly other: number;
  readonly word: string;
}

const NO_WORDS: readonly AskedWord[] = [];

function append<Item>(lists: Map<number, Item[]>, key: number, item: Item): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [item]);
  else known.push(item);
}

/** Words of the task that no record holds, in its text or its labels, by their first letters. */
function missingWords(
  { vocabulary, blockFrequency, fields, starts }: Corpus,
  { terms }: QueryTerms,
  checkpoint: Checkpoint,
): ReadonlyMap<number, readonly AskedWord[]> {
  const isLabel = flagged(starts.length, fields.terms);
  const byPrefix = new Map<number, AskedWord[]>();
  const end = Math.min(terms.length, TASK_WORDS_MAX);
  for (let slot = 0; slot < end; slot += 1) {
    const term = terms[slot] ?? 0;
    if ((blockFrequency[term] ?? 0) > 0 || isLabel[term] === 1 || isUnspacedStart(starts[term] ?? 0)) continue;
    const asked = vocabulary.form(term);
    if (asked.length < STEM_MIN) continue;
    append(byPrefix, prefixHash(asked, 0), { slot, asked });
  }
  freeArray(isLabel);
  checkpoint();
  return byPrefix;
}

/** The words of the records that the task does not have. */
function* recordWords(
  { vocabulary, blockFrequency, starts }: Corpus,
  isTaskTerm: Uint8Array,
  checkpoint: Checkpoint,
): Iterable<RecordWord> {
  let left = RECORD_WORDS_MAX;
  for (let term = 0; term < blockFrequency.length && left > 0; term += 1) {
    if (term % WORDS_PER_CHECKPOINT === 0) checkpoint();
    if (blockFrequency[term] === 0 || isTaskTerm[term] === 1 || isUnspacedStart(starts[term] ?? 0)) continue;
    left -= 1;
    yield { other: term, word: vocabulary.form(term) };
  }
}

/** The closeness of a word with the same Chinese character, which shares a part of the meaning. */
const SAME_CHARACTER = 0.5;

/**
 * Japanese words of the task that no record holds with their ending, by their Chinese character. Endings and particles
 * are in hiragana: `飼えますか` has the pair `飼え`, and the records may have `飼育`.
 */
function missingVerbs(
  { blockFrequency, starts }: Corpus,
  { terms }: QueryTerms,
): ReadonlyMap<number, readonly number[]> {
  const byCharacter = new Map<number, number[]>();
  const end = Math.min(terms.length, TASK_WORDS_MAX);
  for (let slot = 0; slot < end; slot += 1) {
    const start = starts[terms[slot] ?? 0] ?? 0;
    if ((blockFrequency[terms[slot] ?? 0] ?? 0) > 0 || !isHiragana(start & 0xffff) || !isChinese(start >>> 16))
      continue;
    append(byCharacter, start >>> 16, slot);
  }
  return byCharacter;
}

/** Adds the pairs of the records that start with the character of a verb. */
function collectByCharacter(
  { blockFrequency, starts }: Corpus,
  isTaskTerm: Uint8Array,
  byCharacter: ReadonlyMap<number, readonly number[]>,
  found: Map<number, Similar[]>,
  checkpoint: Checkpoint,
): void {
  let left = COMPARED_MAX;
  for (let term = 0; term < blockFrequency.length && left > 0; term += 1) {
    if (term % WORDS_PER_CHECKPOINT === 0) checkpoint();
    if (blockFrequency[term] === 0 || isTaskTerm[term] === 1) continue;
    const slots = byCharacter.get((starts[term] ?? 0) >>> 16) ?? [];
    left -= slots.length;
    for (const slot of slots) append(found, slot, { other: term, close: SAME_CHARACTER });
  }
}

function isHiragana(code: number): boolean {
  return code >= 0x3041 && code <= 0x3096;
}

function isChinese(code: number): boolean {
  return code >= 0x4e00 && code <= 0x9fff;
}

/** Terms of scripts without spaces are single characters and pairs. */
function isUnspacedStart(start: number): boolean {
  return classOfCodePoint(start >>> 16) === UNSPACED;
}

const HASH_BASE = 31;

/** A hash of the `STEM_MIN` letters from `at`. */
function prefixHash(word: string, at: number): number {
  let hash = 0;
  for (let index = at; index < at + STEM_MIN; index += 1)
    hash = (Math.imul(hash, HASH_BASE) + word.charCodeAt(index)) | 0;
  return hash;
}

/** The share of the letters that `asked` and `word` from `at` begin with; 0 if they share no stem. */
function closeness(asked: string, word: string, at: number): number {
  const longer = Math.max(asked.length, word.length - at);
  let shared = 0;
  while (shared < asked.length && asked.charCodeAt(shared) === word.charCodeAt(at + shared)) shared += 1;
  return shared >= STEM_MIN && shared >= STEM_SHARE_MIN * longer ? shared / longer : 0;
}
