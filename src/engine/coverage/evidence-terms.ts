// The terms for which a task needs evidence: its names, ids, quotations, numbers, keywords and plain words. Also finds
// which of them a selection contains.
// In: the task and its query. Out: evidence terms and the status of each. Finding the needs never reads the records.
// Terms are stored in columns: a long prompt has half a million words, and an object for each would take 145 bytes.
import { flagged, type IntList, intList, itemsOf, push, uint8s } from "../../text/arrays.ts";
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import type { Corpus } from "../index/corpus.ts";
import { isVerbatim, type Query, writtenAt } from "../index/query.ts";
import type { Task } from "../model.ts";

/** Numbered from 0: first the entities of the prompt, then keywords, then words. */
export interface EvidenceTerms {
  readonly count: number;
  /** The distinct terms of evidence term `n` are `terms[termsFrom[n]]` up to `terms[termsFrom[n + 1]]`. */
  readonly terms: Int32Array;
  readonly termsFrom: Int32Array;
  readonly kindOf: (number: number) => EvidenceTermKind;
  /** The term as the task writes it. Must be called before the vocabulary is closed. */
  readonly textOf: (number: number) => string;
}

export type EvidenceTermKind = "entity" | "id" | "number" | "quote" | "keyword" | "word";

const KIND_OF_ENTITY = { name: "entity", id: "id", number: "number", quote: "quote" } as const;

/** Terms looked up between two checkpoints: a few milliseconds. */
const LOOKUPS_PER_CHECKPOINT = 1 << 12;

/** @param checkpoint runs now and then, and may throw */
export function evidenceTermsOf(
  task: Task,
  query: Query,
  vocabulary: Vocabulary,
  checkpoint: Checkpoint,
): EvidenceTerms {
  const { entities, inEntity, isRequest } = query;
  const isTaskTerm = flagged(vocabulary.size(), query.terms);
  const list = startList(checkpoint);
  const entityText = (place: number): string => task.prompt.slice(entities[place]?.start, entities[place]?.end);
  for (let place = 0; place < entities.length; place += 1) {
    const text = entityText(place);
    // Stop words inside a name are not searched for.
    const searched = termsOf(text, vocabulary).filter((term) => isTaskTerm[term] === 1);
    add(list, place, text, searched);
  }
  const entitiesTo = list.places.size;
  for (const [place, keyword] of task.keywords.entries()) add(list, place, keyword, termsOf(keyword, vocabulary));
  const keywordsTo = list.places.size;
  for (let slot = 0; slot < query.terms.length; slot += 1) {
    if (inEntity[slot] === 1 || isRequest[slot] === 1) continue;
    const term = query.terms[slot] ?? 0;
    if (isVerbatim(query, slot)) addDistinct(list, slot, term, vocabulary);
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

/** The evidence terms so far. */
interface List {
  /** The source of each: the index of an entity or keyword, or the slot of a word. */
  readonly places: IntList;
  readonly terms: IntList;
  readonly termsFrom: IntList;
  /** Their texts in lower case, so that repetitions count once. */
  readonly texts: Set<string>;
  readonly checkpoint: Checkpoint;
  lookups: number;
}

function startList(checkpoint: Checkpoint): List {
  const termsFrom = intList();
  push(termsFrom, 0);
  return { places: intList(), terms: intList(), termsFrom, texts: new Set(), checkpoint, lookups: 0 };
}

function add(list: List, place: number, text: string, terms: readonly number[]): void {
  if (list.lookups++ % LOOKUPS_PER_CHECKPOINT === 0) list.checkpoint();
  const known = list.texts.size;
  if (terms.length === 0 || list.texts.add(text.toLowerCase()).size === known) return;
  for (const term of terms) push(list.terms, term);
  close(list, place);
}

/**
 * Adds a term of a script without spaces. Its form is its text, so no other such term has the same text, and a million
 * of them need no stored strings. If the task asks for nothing else, the strings are not even created.
 */
function addDistinct(list: List, place: number, term: number, vocabulary: Vocabulary): void {
  if (list.lookups++ % LOOKUPS_PER_CHECKPOINT === 0) list.checkpoint();
  if (list.texts.size > 0 && list.texts.has(vocabulary.form(term))) return;
  push(list.terms, term);
  close(list, place);
}

function close(list: List, place: number): void {
  push(list.places, place);
  push(list.termsFrom, list.terms.size);
}

/** The distinct terms of `text`. */
function termsOf(text: string, vocabulary: Vocabulary): readonly number[] {
  return [...new Set(vocabulary.termsIn(text))];
}

/** The kind of answer that a question expects, judged by its words. */
type AnswerKind = "when" | "how_many" | "who" | "where";

export interface Needs {
  readonly evidenceTerms: EvidenceTerms;
  readonly answerKinds: readonly AnswerKind[];
  /** The task compares things. */
  readonly comparison: boolean;
  /** The task asks for all of something. */
  readonly enumeration: boolean;
  /** How many pieces of evidence the task seems to need, at least 1. */
  readonly pieces: number;
}

/** Matches a lower-case text that contains one of these phrases. Any punctuation may separate their words. */
function anyPhrase(...phrases: readonly string[]): RegExp {
  const words = phrases.join("|").replaceAll(" ", "[^\\p{L}\\p{N}]+");
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "u");
}

const ANSWER_KINDS: readonly (readonly [AnswerKind, RegExp])[] = [
  ["when", anyPhrase("when", "date", "year", "wann", "quand", "cuando", "когда")],
  [
    "how_many",
    anyPhrase("how many", "how much", "how long", "how often", "count", "number of", "wie viele", "combien", "cuantos"),
  ],
  ["who", anyPhrase("who", "whom", "whose", "wer", "qui", "quien", "кто")],
  ["where", anyPhrase("where", "wo", "où", "donde", "где")],
];
const COMPARISON = anyPhrase("compare", "compared", "than", "versus", "vs", "difference", "both", "change", "between");
const ENUMERATION = anyPhrase("all", "every", "list", "which", "each");

/** Asks for the present state, or since when. A newer value may share no word with the task: nothing shows the gap. */
const NEWEST = anyPhrase(
  ...["latest", "newest", "most recent", "most recently", "now", "current(?! date| time)", "currently", "at present"],
  ...["still", "any longer", "no longer", "so far", "to date"],
  ...["since", "over time", "how has", "how have", "progressed"],
  ...["aktuell", "derzeit", "seit", "actuellement", "depuis", "actualmente"],
);

/** A prompt with more distinct terms usually asks for several things. */
const SHORT_PROMPT_TERMS = 30;

/** @param checkpoint runs now and then, and may throw */
export function needsOf(task: Task, query: Query, vocabulary: Vocabulary, checkpoint: Checkpoint = unchecked): Needs {
  const prompt = task.prompt.toLowerCase();
  const says = (words: RegExp): boolean => {
    checkpoint();
    return words.test(prompt);
  };
  const comparison = says(COMPARISON);
  const enumeration = says(ENUMERATION);
  const isLong = query.terms.length > SHORT_PROMPT_TERMS;
  // In a long prompt, `now` is rarely part of the question.
  const newest = !isLong && says(NEWEST);
  return {
    evidenceTerms: evidenceTermsOf(task, query, vocabulary, checkpoint),
    answerKinds: ANSWER_KINDS.filter(([, words]) => says(words)).map(([kind]) => kind),
    comparison,
    enumeration,
    pieces: 1 + [comparison, enumeration, isLong, newest].filter(Boolean).length,
  };
}

/** No record contains it, so no selection could. */
export const ABSENT = 0;
/** A record contains it, but the selection does not. */
export const MISSING = 1;
/** The selection contains it. */
export const COVERED = 2;

/** One of the three statuses for each evidence term. */
export type Statuses = Uint8Array;

/** @param isSent 1 for each term that is sent */
export function statusOf(
  { count, terms, termsFrom }: EvidenceTerms,
  { blockFrequency }: Corpus,
  isSent: Uint8Array,
): Statuses {
  const statuses = uint8s(count);
  for (let number = 0; number < count; number += 1) {
    let [areSent, areFound] = [true, true];
    const end = termsFrom[number + 1] ?? 0;
    for (let at = termsFrom[number] ?? 0; at < end; at += 1) {
      const term = terms[at] ?? 0;
      if (isSent[term] !== 1) areSent = false;
      if ((blockFrequency[term] ?? 0) === 0) areFound = false;
    }
    statuses[number] = areSent ? COVERED : areFound ? MISSING : ABSENT;
  }
  return statuses;
}

export function countWith(statuses: Statuses, how: number): number {
  let count = 0;
  for (let number = 0; number < statuses.length; number += 1) if (statuses[number] === how) count += 1;
  return count;
}
