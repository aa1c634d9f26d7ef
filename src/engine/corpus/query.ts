// What the task asks for, as weighted terms.
// In: the task and the lexicon of the request. Out: a Query. Must not look at the records.
import { type Entity, findEntities } from "../../text/entities.ts";
import type { Lexicon } from "../../text/lexicon.ts";
import { isRequestWord, isUnspacedStopWord, stopWordsFor } from "../../text/stop-words.ts";
import { eachWord } from "../../text/words.ts";
import type { Task } from "../model.ts";

/** Weight of a word by where the task states it; a word stated twice has the larger one. */
export interface QueryWeights {
  readonly prompt: number;
  readonly keywords: number;
  readonly tags: number;
  readonly toolName: number;
}

export interface QueryTerm {
  readonly term: number;
  /** The word as the task writes it. */
  readonly word: string;
  readonly weight: number;
  /** True for a word of a name, an id, a number or a quotation. */
  readonly entity: boolean;
  /** True for a word that addresses the assistant: `write`, `question`. */
  readonly request: boolean;
}

export interface Query {
  /** Distinct terms in the order the task states them. */
  readonly terms: readonly QueryTerm[];
  /** Terms that follow one another directly in the task. */
  readonly pairs: readonly (readonly [number, number])[];
  readonly entities: readonly Entity[];
}

interface TaskWord {
  readonly word: string;
  readonly lower: string;
  readonly unspaced: boolean;
  readonly entity: boolean;
}

export function readQuery(task: Task, lexicon: Lexicon, weights: QueryWeights): Query {
  const entities = findEntities(task.prompt);
  const prompt = wordsOf(task.prompt, entities);
  const stop = stopWordsFor(prompt.filter((word) => !word.unspaced).map((word) => word.lower));
  const found = new Map<number, QueryTerm>();
  const pairs: (readonly [number, number])[] = [];
  const add = (term: number, word: string, weight: number, entity: boolean, request: boolean): void => {
    const known = found.get(term);
    if (weight <= (known?.weight ?? 0)) return;
    found.set(term, { term, word: known?.word ?? word, weight, entity: entity || known?.entity === true, request });
  };
  const addAll = (texts: readonly string[], weight: number): void => {
    for (const text of texts) lexicon.eachTerm(text, 0, text.length, (term) => add(term, text, weight, false, false));
  };
  let before: number | null = null;
  for (const word of prompt) {
    const terms = termsThatSay(word, stop, lexicon);
    const request = isRequestWord(word.lower);
    for (const term of terms) add(term, written(word, term, lexicon), weights.prompt, word.entity, request);
    const first = terms[0];
    if (before !== null && first !== undefined && !word.unspaced) pairs.push([before, first]);
    before = word.unspaced ? null : (first ?? null);
  }
  addAll(task.keywords, weights.keywords);
  addAll(task.tags, weights.tags);
  if (task.toolName !== null) addAll([task.toolName], weights.toolName);
  return { terms: [...found.values()], pairs, entities };
}

/** A word stands for itself; in a script without spaces each term is its own writing. */
function written(word: TaskWord, term: number, lexicon: Lexicon): string {
  return word.unspaced ? lexicon.form(term) : word.word;
}

/** The distinct terms of any text that carry more than grammar, in order. */
export function sayingTerms(text: string, lexicon: Lexicon): ReadonlySet<number> {
  const words = wordsOf(text, []);
  const stop = stopWordsFor(words.filter((word) => !word.unspaced).map((word) => word.lower));
  return new Set(words.flatMap((word) => termsThatSay(word, stop, lexicon)));
}

function wordsOf(text: string, entities: readonly Entity[]): TaskWord[] {
  const words: TaskWord[] = [];
  let next = 0;
  eachWord(text, 0, text.length, (start, end, unspaced) => {
    while (next < entities.length && (entities[next]?.end ?? 0) <= start) next += 1;
    const entity = (entities[next]?.start ?? text.length) < end;
    const word = text.slice(start, end);
    words.push({ word, lower: word.toLowerCase(), unspaced, entity });
  });
  return words;
}

/** The terms of a word that carries more than grammar; of a run without spaces, its pairs that do. */
function termsThatSay(word: TaskWord, stop: ReadonlySet<string>, lexicon: Lexicon): readonly number[] {
  if (!word.unspaced) return stop.has(word.lower) ? [] : lexicon.termsOf(word.word, false);
  if (word.word.length === 1) return isUnspacedStopWord(word.word) ? [] : lexicon.termsOf(word.word, true);
  const terms: number[] = [];
  for (let index = 0; index + 1 < word.word.length; index += 1) {
    const pair = word.word.slice(index, index + 2);
    if (!saysNothing(pair)) for (const term of lexicon.termsOf(pair, true)) terms.push(term);
  }
  return terms;
}

function saysNothing(pair: string): boolean {
  return isUnspacedStopWord(pair) || (isUnspacedStopWord(pair.charAt(0)) && isUnspacedStopWord(pair.charAt(1)));
}
