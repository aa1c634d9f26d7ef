// The terms that a task states, in columns: a long task has a million, and an object for each takes a hundred bytes.
// In: the terms of its words, one after the other. Out: the distinct ones, with a weight each and the word behind it.
import { type IntList, intList, itemsOf, push } from "../../text/int-list.ts";
import { float64s, giveBack, uint8s } from "../../text/slab.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import { isInEntity, isRequest, isUnspaced, type TaskWords, wordAt } from "./task-words.ts";

/** Weight of a word by where the task states it; a word stated twice has the larger one. */
export interface QueryWeights {
  readonly prompt: number;
  readonly keywords: number;
  readonly tags: number;
  readonly toolName: number;
}

export interface StatedTerms {
  /** Distinct, in the order the task states them: a term's place here is its slot. */
  readonly terms: Int32Array;
  /** By slot, as are the others. */
  readonly weights: Float64Array;
  /** 1 for a word of a name, an id, a number or a quotation. */
  readonly inEntity: Uint8Array;
  /** 1 for a word that addresses the assistant: `write`, `question`. */
  readonly isRequest: Uint8Array;
  /** Of each the first word that states it: its number among the prompt's words, behind these what stands beside. */
  readonly words: Int32Array;
  readonly prompt: TaskWords;
  readonly beside: readonly string[];
}

/** The terms so far; of each the first word that states it, and where it is stated with the largest weight. */
export interface Stating {
  readonly prompt: TaskWords;
  /** Texts beside the prompt, each a word; they are numbered on from the prompt's words. */
  readonly beside: string[];
  readonly terms: IntList;
  readonly words: IntList;
  readonly places: IntList;
  /** By term, its slot and 1 more; 0 where it is not stated. */
  readonly slots: IntList;
  /** By place. */
  readonly weights: readonly number[];
}

/** Where a task states its words. */
const PLACES = ["prompt", "keywords", "tags", "toolName"] as const;
const PROMPT = PLACES.indexOf("prompt");

export function startStating(prompt: TaskWords, weights: QueryWeights): Stating {
  const [terms, words, places, slots] = [intList(), intList(), intList(), intList()];
  return { prompt, beside: [], terms, words, places, slots, weights: PLACES.map((place) => weights[place]) };
}

/** States the terms of a word of the prompt, given by its number. */
export function stateWord(stating: Stating, word: number, terms: Int32Array): void {
  for (let at = 0; at < terms.length; at += 1) state(stating, terms[at] ?? 0, word, PROMPT);
}

/** States a text beside the prompt, which is one word, however many it has. */
export function stateBeside(stating: Stating, place: keyof QueryWeights, text: string, terms: Int32Array): void {
  const word = stating.prompt.count + stating.beside.push(text) - 1;
  const at = PLACES.indexOf(place);
  for (const term of terms) state(stating, term, word, at);
}

/** A term stated again keeps its first word. */
function state({ terms, words, places, slots, weights }: Stating, term: number, word: number, place: number): void {
  while (slots.size <= term) push(slots, 0);
  const slot = (slots.items[term] ?? 0) - 1;
  const known = slot < 0 ? 0 : (weights[places.items[slot] ?? 0] ?? 0);
  if ((weights[place] ?? 0) <= known) return;
  if (slot >= 0) {
    places.items[slot] = place;
    return;
  }
  slots.items[term] = terms.size + 1;
  push(terms, term);
  push(words, word);
  push(places, place);
}

export function statedTerms({ prompt, beside, weights, ...lists }: Stating): StatedTerms {
  const terms = itemsOf(lists.terms);
  const words = lists.words.items;
  const weightOf = float64s(terms.length);
  const inEntity = uint8s(terms.length);
  const request = uint8s(terms.length);
  for (let slot = 0; slot < terms.length; slot += 1) {
    const word = words[slot] ?? 0;
    const place = lists.places.items[slot] ?? 0;
    weightOf[slot] = weights[place] ?? 0;
    if (isInEntity(prompt, word)) inEntity[slot] = 1;
    if (place === PROMPT && isRequest(prompt, word)) request[slot] = 1;
  }
  giveBack(lists.places.items);
  giveBack(lists.slots.items);
  return { terms, weights: weightOf, inEntity, isRequest: request, words, prompt, beside };
}

/** True for a term of a script without spaces, which is its own writing; what else has a slot is a word for itself. */
export function isOwnWriting({ words, prompt }: StatedTerms, slot: number): boolean {
  const word = words[slot] ?? 0;
  return word < prompt.count && isUnspaced(prompt, word);
}

/** The word of a slot as the task writes it. */
export function writtenAt(stated: StatedTerms, slot: number, vocabulary: Vocabulary): string {
  const { terms, words, prompt, beside } = stated;
  const word = words[slot] ?? 0;
  if (word >= prompt.count) return beside[word - prompt.count] ?? "";
  return isOwnWriting(stated, slot) ? vocabulary.form(terms[slot] ?? 0) : wordAt(prompt, word);
}
