// The words of a task that carry more than grammar, as terms.
// In: a text and the vocabulary of the request. Out: where its words stand, and the terms that a word says.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { Entity } from "../../text/entities.ts";
import { intList, push } from "../../text/int-list.ts";
import { holdRequest, isUnspacedStopWord, stopListFor, wordLists } from "../../text/stop-words.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import { eachWord } from "../../text/words.ts";

/** Words of a task, or terms of theirs, that are read between two checkpoints: a few milliseconds. */
export const WORDS_A_TURN = 2048;

/** The words of a text by their numbers: no string is kept of any, for there may be half a million. */
export interface TaskWords {
  readonly text: string;
  /** How many there are: the columns have room behind them. */
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** A run of a script without spaces, a word that lies in an entity. */
  readonly marks: Int32Array;
  /** The lists that hold each: grammar of many languages, words to the assistant. */
  readonly lists: Int32Array;
}

/** More words than most tasks have. */
const column = () => intList(64);

/** The marks of a word, each a bit. */
const UNSPACED = 1;
const IN_ENTITY = 2;

/** The distinct terms of any text that carry more than grammar, in order. */
export function sayingTerms(text: string, vocabulary: Vocabulary): ReadonlySet<number> {
  const words = wordsOf(text, [], unchecked);
  const stop = stopListFor(words.lists, words.count);
  const terms = new Set<number>();
  for (let word = 0; word < words.count; word += 1)
    for (const term of termsThatSay(words, word, stop, vocabulary)) terms.add(term);
  return terms;
}

/** @param entities of the text, which tell the words that lie in one */
export function wordsOf(text: string, entities: readonly Entity[], checkpoint: Checkpoint): TaskWords {
  const [starts, ends, marks, lists] = [column(), column(), column(), column()];
  let next = 0;
  eachWord(text, 0, text.length, (start, end, unspaced) => {
    while (next < entities.length && (entities[next]?.end ?? 0) <= start) next += 1;
    const inEntity = (entities[next]?.start ?? text.length) < end;
    push(starts, start);
    push(ends, end);
    push(marks, (unspaced ? UNSPACED : 0) | (inEntity ? IN_ENTITY : 0));
    push(lists, unspaced ? 0 : wordLists(text.slice(start, end).toLowerCase()));
    if (starts.size % WORDS_A_TURN === 0) checkpoint();
  });
  const columns = { starts: starts.items, ends: ends.items, marks: marks.items, lists: lists.items };
  return { text, count: starts.size, ...columns };
}

export function wordAt({ text, starts, ends }: TaskWords, word: number): string {
  return text.slice(starts[word], ends[word]);
}

export function isUnspaced({ marks }: TaskWords, word: number): boolean {
  return ((marks[word] ?? 0) & UNSPACED) !== 0;
}

export function isInEntity({ marks }: TaskWords, word: number): boolean {
  return ((marks[word] ?? 0) & IN_ENTITY) !== 0;
}

/** True for a word that addresses the assistant: `write`, `question`. */
export function isRequest({ lists }: TaskWords, word: number): boolean {
  return holdRequest(lists[word] ?? 0);
}

const NO_TERMS = new Int32Array(0);

/**
 * The terms of a word that carries more than grammar; of a run without spaces, its pairs that do.
 * @param stop the list of words to leave out
 */
export function termsThatSay(words: TaskWords, number: number, stop: number, vocabulary: Vocabulary): Int32Array {
  if (((words.lists[number] ?? 0) & stop) !== 0) return NO_TERMS;
  const word = wordAt(words, number);
  if (!isUnspaced(words, number)) return vocabulary.termsOf(word, false);
  if (word.length === 1) return isUnspacedStopWord(word) ? NO_TERMS : vocabulary.termsOf(word, true);
  const terms: number[] = [];
  // What lies between two pairs that say nothing is read at once: pair by pair it took an eighth of analysing 7 kB.
  let from = 0;
  for (let index = 0; index < word.length; index += 1) {
    if (index + 1 < word.length && !saysNothing(word.slice(index, index + 2))) continue;
    if (index > from) for (const term of vocabulary.termsOf(word.slice(from, index + 1), true)) terms.push(term);
    from = index + 1;
  }
  return Int32Array.from(terms);
}

function saysNothing(pair: string): boolean {
  return isUnspacedStopWord(pair) || (isUnspacedStopWord(pair.charAt(0)) && isUnspacedStopWord(pair.charAt(1)));
}
