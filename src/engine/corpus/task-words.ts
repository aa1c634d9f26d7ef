// The words of a task that carry more than grammar, as terms.
// In: a text and the lexicon of the request. Out: its words, and the terms that a word says.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { Entity } from "../../text/entities.ts";
import type { Lexicon } from "../../text/lexicon.ts";
import { isUnspacedStopWord, stopWordsFor } from "../../text/stop-words.ts";
import { eachWord } from "../../text/words.ts";

/** Words of a task, or terms of theirs, that are read between two checkpoints: a few milliseconds. */
export const WORDS_A_TURN = 2048;

export interface TaskWord {
  readonly word: string;
  readonly lower: string;
  readonly unspaced: boolean;
  readonly entity: boolean;
}

/** The distinct terms of any text that carry more than grammar, in order. */
export function sayingTerms(text: string, lexicon: Lexicon): ReadonlySet<number> {
  const words = wordsOf(text, [], unchecked);
  const stop = stopWordsAmong(words, unchecked);
  const terms = new Set<number>();
  for (const word of words) for (const term of termsThatSay(word, stop, lexicon)) terms.add(term);
  return terms;
}

/** @param entities of the text, which tell the words that lie in one */
export function wordsOf(text: string, entities: readonly Entity[], checkpoint: Checkpoint): TaskWord[] {
  const words: TaskWord[] = [];
  let next = 0;
  eachWord(text, 0, text.length, (start, end, unspaced) => {
    while (next < entities.length && (entities[next]?.end ?? 0) <= start) next += 1;
    const entity = (entities[next]?.start ?? text.length) < end;
    const word = text.slice(start, end);
    words.push({ word, lower: word.toLowerCase(), unspaced, entity });
    if (words.length % WORDS_A_TURN === 0) checkpoint();
  });
  return words;
}

/** The stop words of the language that the words are in. */
export function stopWordsAmong(words: readonly TaskWord[], checkpoint: Checkpoint): ReadonlySet<string> {
  const spaced: string[] = [];
  for (const { lower, unspaced } of words) {
    if (unspaced) continue;
    if (spaced.push(lower) % WORDS_A_TURN === 0) checkpoint();
  }
  return stopWordsFor(spaced, checkpoint);
}

const NO_TERMS = new Int32Array(0);

/** The terms of a word that carries more than grammar; of a run without spaces, its pairs that do. */
export function termsThatSay(word: TaskWord, stop: ReadonlySet<string>, lexicon: Lexicon): Int32Array {
  if (!word.unspaced) return stop.has(word.lower) ? NO_TERMS : lexicon.termsOf(word.word, false);
  if (word.word.length === 1) return isUnspacedStopWord(word.word) ? NO_TERMS : lexicon.termsOf(word.word, true);
  const terms: number[] = [];
  // What lies between two pairs that say nothing is read at once: pair by pair it took an eighth of analysing 7 kB.
  let from = 0;
  for (let index = 0; index < word.word.length; index += 1) {
    if (index + 1 < word.word.length && !saysNothing(word.word.slice(index, index + 2))) continue;
    if (index > from) for (const term of lexicon.termsOf(word.word.slice(from, index + 1), true)) terms.push(term);
    from = index + 1;
  }
  return Int32Array.from(terms);
}

function saysNothing(pair: string): boolean {
  return isUnspacedStopWord(pair) || (isUnspacedStopWord(pair.charAt(0)) && isUnspacedStopWord(pair.charAt(1)));
}
