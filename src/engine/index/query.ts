// Reads what the task asks for, as weighted terms in columns. A long task has a million terms, and an object for each
// would take a hundred bytes.
// In: the task and the vocabulary of the request. Out: a Query: distinct terms, each with its weight and the word it
// came from. Never looks at the records.
import { float64s, freeArray, type IntList, intList, itemsOf, push, uint8s } from "../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { type Entity, findEntities } from "../../text/entities.ts";
import { stopListFor } from "../../text/stop-words.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import type { Task } from "../model.ts";
import { readTurns } from "./asker.ts";
import {
  askerTurns,
  contentTerms,
  isInEntity,
  isOfOthers,
  isRequest,
  isUnspaced,
  markNaming,
  pairsOf,
  partsOfNumber,
  type TaskWords,
  type TermPairs,
  WORDS_PER_CHECKPOINT,
  wordAt,
  wordsOf,
} from "./query-words.ts";

/** Weight of a word by where the task states it. A word stated twice takes the larger weight. */
export interface QueryWeights {
  readonly prompt: number;
  readonly keywords: number;
  readonly tags: number;
  readonly toolName: number;
}

export interface QueryTerms {
  /** Distinct terms in the order in which the task states them. A term's index is its slot. */
  readonly terms: Int32Array;
  /** By slot, like the columns below. */
  readonly weights: Float64Array;
  /** 1 for a word in a name, an id, a number or a quotation. */
  readonly inEntity: Uint8Array;
  /** 1 for a word that addresses the assistant (`write`, `question`) or is only in instructions around a request. */
  readonly isRequest: Uint8Array;
  /**
   * The first word of each term, as a word number of the prompt. Texts outside the prompt have the numbers after its
   * words.
   */
  readonly words: Int32Array;
  /** The last word of each term: the last that the asker says, unless only others say it. */
  readonly lastWords: Int32Array;
  readonly prompt: TaskWords;
  readonly extraTexts: readonly string[];
}

/** The terms so far. Each has its first word, its last word and the place that gives it the largest weight. */
interface QueryBuilder {
  readonly prompt: TaskWords;
  /** Texts outside the prompt. Each counts as one word, numbered after the prompt's words. */
  readonly extraTexts: string[];
  readonly terms: IntList;
  readonly words: IntList;
  readonly lastWords: IntList;
  readonly places: IntList;
  /** The number of parts of the number that each term is a part of; 1 for other terms. */
  readonly parts: IntList;
  /** By term: its slot plus 1, or 0 if the task does not have it. */
  readonly slots: IntList;
  /** By place. */
  readonly weights: readonly number[];
}

/** Where a task states its words. */
const PLACES = ["prompt", "keywords", "tags", "toolName"] as const;
const PROMPT = PLACES.indexOf("prompt");

function startQuery(prompt: TaskWords, weights: QueryWeights): QueryBuilder {
  const [terms, words, lastWords] = [intList(), intList(), intList()];
  const [places, parts, slots] = [intList(), intList(), intList()];
  const byPlace = PLACES.map((place) => weights[place]);
  return { prompt, extraTexts: [], terms, words, lastWords, places, parts, slots, weights: byPlace };
}

/**
 * Adds the terms of one word of the prompt.
 * @param parts the number of parts, if the word is part of a number such as `2024/10/12`
 */
function addWord(builder: QueryBuilder, word: number, terms: Int32Array, parts: number): void {
  for (let at = 0; at < terms.length; at += 1) state(builder, terms[at] ?? 0, word, PROMPT, parts);
}

/** Adds a text from outside the prompt. It counts as one word, however many it contains. */
function addExtra(builder: QueryBuilder, place: keyof QueryWeights, text: string, terms: Int32Array): void {
  const word = builder.prompt.count + builder.extraTexts.push(text) - 1;
  const at = PLACES.indexOf(place);
  for (const term of terms) state(builder, term, word, at, 1);
}

/** Adds a term. A repeated term keeps its first word and takes the larger weight. */
function state(
  { prompt, terms, words, lastWords, places, parts, slots, weights }: QueryBuilder,
  term: number,
  word: number,
  place: number,
  partsOfWord: number,
): void {
  while (slots.size <= term) push(slots, 0);
  const slot = (slots.items[term] ?? 0) - 1;
  if (slot >= 0 && (!isOfOthers(prompt, word) || isOfOthers(prompt, lastWords.items[slot] ?? 0))) {
    lastWords.items[slot] = word;
  }
  const known = slot < 0 ? 0 : (weights[places.items[slot] ?? 0] ?? 0) / (parts.items[slot] ?? 1);
  if ((weights[place] ?? 0) / partsOfWord <= known) return;
  if (slot >= 0) {
    places.items[slot] = place;
    parts.items[slot] = partsOfWord;
    return;
  }
  slots.items[term] = terms.size + 1;
  push(terms, term);
  push(words, word);
  push(lastWords, word);
  push(places, place);
  push(parts, partsOfWord);
}

function queryTerms({ prompt, extraTexts, weights, ...lists }: QueryBuilder): QueryTerms {
  const terms = itemsOf(lists.terms);
  const words = lists.words.items;
  const weightOf = float64s(terms.length);
  const inEntity = uint8s(terms.length);
  const request = uint8s(terms.length);
  for (let slot = 0; slot < terms.length; slot += 1) {
    const word = words[slot] ?? 0;
    const place = lists.places.items[slot] ?? 0;
    weightOf[slot] = (weights[place] ?? 0) / (lists.parts.items[slot] ?? 1);
    if (isInEntity(prompt, word)) inEntity[slot] = 1;
    const isInstruction = prompt.hasInstructions && isOfOthers(prompt, lists.lastWords.items[slot] ?? 0);
    if (place === PROMPT && (isInstruction || isRequest(prompt, word))) request[slot] = 1;
  }
  freeArray(lists.places.items);
  freeArray(lists.parts.items);
  freeArray(lists.slots.items);
  return {
    terms,
    weights: weightOf,
    inEntity,
    isRequest: request,
    words,
    lastWords: itemsOf(lists.lastWords),
    prompt,
    extraTexts,
  };
}

/** True for a term of a script without spaces. There is no word around it, so the term is what the task says. */
export function isVerbatim({ words, prompt }: QueryTerms, slot: number): boolean {
  const word = words[slot] ?? 0;
  return word < prompt.count && isUnspaced(prompt, word);
}

/** The word of a slot as the task writes it. */
export function writtenAt(queryTerms: QueryTerms, slot: number, vocabulary: Vocabulary): string {
  return isVerbatim(queryTerms, slot) ? vocabulary.form(queryTerms.terms[slot] ?? 0) : statedAt(queryTerms, slot);
}

/** Like `writtenAt`, for a slot that is not verbatim. Needs no vocabulary. */
export function statedAt({ words, prompt, extraTexts }: QueryTerms, slot: number): string {
  const word = words[slot] ?? 0;
  return word < prompt.count ? wordAt(prompt, word) : (extraTexts[word - prompt.count] ?? "");
}

export interface Query extends QueryTerms {
  /** Pairs of neighbouring terms in the prompt. */
  readonly pairs: TermPairs;
  readonly entities: readonly Entity[];
  /** What the asker says, turn by turn. At most one text if the prompt is not a conversation. */
  readonly askerTurns: readonly string[];
}

export function readQuery(
  task: Task,
  vocabulary: Vocabulary,
  weights: QueryWeights,
  checkpoint: Checkpoint = unchecked,
): Query {
  const entities = findEntities(task.prompt, checkpoint);
  const ranges = readTurns(task.prompt, checkpoint);
  const words = wordsOf(task.prompt, entities, ranges, checkpoint);
  checkpoint();
  const stop = stopListFor(words.lists, words.count, checkpoint);
  markNaming(words, entities, stop, checkpoint);
  const builder = startQuery(words, weights);
  const neighbours = addWords(builder, words, stop, vocabulary, checkpoint);
  const addText = (place: keyof QueryWeights, text: string): void =>
    addExtra(builder, place, text, vocabulary.termsIn(text, checkpoint));
  for (const keyword of task.keywords) addText("keywords", keyword);
  for (const tag of task.tags) addText("tags", tag);
  if (task.toolName !== null) addText("toolName", task.toolName);
  const pairs = pairsOf(neighbours, vocabulary.size(), checkpoint);
  return { ...queryTerms(builder), pairs, entities, askerTurns: askerTurns(words) };
}

/** Adds the words of the prompt. Returns the first terms of neighbouring content words, pair by pair. */
function addWords(
  builder: QueryBuilder,
  words: TaskWords,
  stop: number,
  vocabulary: Vocabulary,
  checkpoint: Checkpoint,
): IntList {
  const neighbours = intList(2 * words.count);
  let before = -1;
  let read = 0;
  let parts = 1;
  let next = 0;
  for (let word = 0; word < words.count; word += 1) {
    if (read >= WORDS_PER_CHECKPOINT) {
      checkpoint();
      read = 0;
    }
    const terms = contentTerms(words, word, stop, vocabulary);
    read += 1 + terms.length;
    if (word >= next) {
      parts = partsOfNumber(words, word);
      next = word + parts;
    }
    addWord(builder, word, terms, parts);
    const first = isUnspaced(words, word) ? -1 : (terms[0] ?? -1);
    if (before >= 0 && first >= 0) {
      push(neighbours, before);
      push(neighbours, first);
    }
    before = first;
  }
  return neighbours;
}
