// What a selection has to hold to serve the task: its names, ids, quotations, numbers, keywords and plain words.
// In: the task and its query. Out: obligations, in columns: a long prompt says half a million words, and an object with
// its text for each takes 145 bytes. Must not look at the records.
import type { Checkpoint } from "../../text/checkpoint.ts";
import { flagged, type IntList, intList, itemsOf, push } from "../../text/int-list.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import type { Query } from "../corpus/query.ts";
import { isOwnWriting, writtenAt } from "../corpus/stated-terms.ts";
import type { Task } from "../model.ts";

/** Numbered from 0: first what the prompt names, then keywords, then words. */
export interface Obligations {
  readonly count: number;
  /** Of each its distinct terms, one after the other: those of a number from `termsFrom` of it to that of the next. */
  readonly terms: Int32Array;
  readonly termsFrom: Int32Array;
  readonly kindOf: (number: number) => ObligationKind;
  /** As the task writes it. Made when it is asked for, which must be before the vocabulary is closed. */
  readonly textOf: (number: number) => string;
}

export type ObligationKind = "entity" | "id" | "number" | "quote" | "keyword" | "word";

const KIND_OF_ENTITY = { name: "entity", id: "id", number: "number", quote: "quote" } as const;

/** What the task names or says that is looked up between two checkpoints: a few milliseconds. */
const ASKED_A_TURN = 1 << 12;

/** @param checkpoint runs now and then, and may throw */
export function obligationsOf(task: Task, query: Query, vocabulary: Vocabulary, checkpoint: Checkpoint): Obligations {
  const { entities, inEntity, isRequest } = query;
  const isAsked = flagged(vocabulary.size(), query.terms);
  const list = startList(checkpoint);
  const entityText = (place: number): string => task.prompt.slice(entities[place]?.start, entities[place]?.end);
  for (let place = 0; place < entities.length; place += 1) {
    const text = entityText(place);
    // Of a name its "of" is not searched for.
    const searched = termsOf(text, vocabulary).filter((term) => isAsked[term] === 1);
    add(list, place, text, searched);
  }
  const entitiesTo = list.places.size;
  for (const [place, keyword] of task.keywords.entries()) add(list, place, keyword, termsOf(keyword, vocabulary));
  const keywordsTo = list.places.size;
  for (let slot = 0; slot < query.terms.length; slot += 1) {
    if (inEntity[slot] === 1 || isRequest[slot] === 1) continue;
    const term = query.terms[slot] ?? 0;
    if (isOwnWriting(query, slot)) addDistinct(list, slot, term, vocabulary);
    else add(list, slot, writtenAt(query, slot, vocabulary), [term]);
  }
  const places = itemsOf(list.places);
  return {
    count: places.length,
    terms: itemsOf(list.terms),
    termsFrom: itemsOf(list.termsFrom),
    kindOf: (number) => {
      if (number < entitiesTo) return KIND_OF_ENTITY[entities[places[number] ?? 0]?.kind ?? "name"];
      return number < keywordsTo ? "keyword" : "word";
    },
    textOf: (number) => {
      const place = places[number] ?? 0;
      if (number < entitiesTo) return entityText(place);
      return number < keywordsTo ? (task.keywords[place] ?? "") : writtenAt(query, place, vocabulary);
    },
  };
}

/** The obligations so far. */
interface List {
  /** Where the task states each: the number of an entity, of a keyword, or the slot of a word. */
  readonly places: IntList;
  readonly terms: IntList;
  readonly termsFrom: IntList;
  /** Their texts in lower case: what is stated twice is one. */
  readonly texts: Set<string>;
  readonly checkpoint: Checkpoint;
  asked: number;
}

function startList(checkpoint: Checkpoint): List {
  const termsFrom = intList();
  push(termsFrom, 0);
  return { places: intList(), terms: intList(), termsFrom, texts: new Set(), checkpoint, asked: 0 };
}

function add(list: List, place: number, text: string, terms: readonly number[]): void {
  if (list.asked++ % ASKED_A_TURN === 0) list.checkpoint();
  const known = list.texts.size;
  if (terms.length === 0 || list.texts.add(text.toLowerCase()).size === known) return;
  for (const term of terms) push(list.terms, term);
  close(list, place);
}

/**
 * A term that is its own writing, so that no other says the same: of a million there is no string to keep, and where
 * nothing else is asked for, none to make.
 */
function addDistinct(list: List, place: number, term: number, vocabulary: Vocabulary): void {
  if (list.asked++ % ASKED_A_TURN === 0) list.checkpoint();
  if (list.texts.size > 0 && list.texts.has(vocabulary.form(term))) return;
  push(list.terms, term);
  close(list, place);
}

function close(list: List, place: number): void {
  push(list.places, place);
  push(list.termsFrom, list.terms.size);
}

/** Distinct. */
function termsOf(text: string, vocabulary: Vocabulary): readonly number[] {
  return [...new Set(vocabulary.termsIn(text))];
}
