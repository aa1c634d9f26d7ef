// Turns the records and the task into terms, once per request, and estimates how rare each word of the task is in
// general writing. In: segmented records and the task. Out: an Analysed. It never judges relevance: scoring does.
import { float64s } from "../text/arrays.ts";
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { backgroundRarity, caselessRarity } from "../text/tokens.ts";
import { closeOnError, createVocabulary, shortForm } from "../text/vocabulary.ts";
import { type Needs, needsOf } from "./coverage/evidence-terms.ts";
import { locateTerms, type TermLocations, titleTerms } from "./coverage/sent-terms.ts";
import { type Corpus, type IndexSettings, indexRecords } from "./index/corpus.ts";
import { plainPrompt } from "./index/plain-prompt.ts";
import { findPostings, type Postings } from "./index/postings.ts";
import { isVerbatim, type Query, type QueryTerms, type QueryWeights, readQuery, writtenAt } from "./index/query.ts";
import { type Shape, shapeOf } from "./index/shape.ts";
import { echoOf } from "./index/unit-terms.ts";
import type { SegmentedRecord, Task } from "./model.ts";

export interface AnalyseSettings extends IndexSettings {
  readonly query: QueryWeights;
}

export interface Analysed {
  readonly records: readonly SegmentedRecord[];
  readonly task: Task;
  readonly corpus: Corpus;
  readonly query: Query;
  /** Where the task's terms occur, by query slot. */
  readonly postings: Postings;
  /** How rare each of the task's terms is in general writing, 0 to 1, by query slot. */
  readonly rarities: Float64Array;
  readonly shape: Shape;
  /** The terms that a selection must contain. Computed on the first call: a fixed budget never needs them. */
  readonly needs: (checkpoint?: Checkpoint) => Needs;
  /** Where the terms of these needs occur. Also computed on the first call. */
  readonly locations: (checkpoint?: Checkpoint) => TermLocations;
  /** The terms of a record's title. Also made on the first call, and keeps what it reads. */
  readonly titleTerms: () => (title: string | null) => Int32Array;
}

export function analyse(
  records: readonly SegmentedRecord[],
  asked: Task,
  settings: AnalyseSettings,
  checkpoint: Checkpoint = unchecked,
): Analysed {
  const task = { ...asked, prompt: plainPrompt(asked.prompt) };
  const shape = shapeOf(records, checkpoint);
  const vocabulary = createVocabulary(records.reduce((sum, { source }) => sum + source.text.length, 0));
  const { query, corpus } = closeOnError(vocabulary, () => ({
    query: readQuery(task, vocabulary, settings.query, checkpoint),
    corpus: indexRecords(records, vocabulary, settings, echoOf(task.prompt), checkpoint),
  }));
  checkpoint();
  const postings = findPostings(corpus, query.terms);
  checkpoint();
  const rarities = closeOnError(vocabulary, () => wordRarities(query, corpus, checkpoint));
  checkpoint();
  const needs = once((within) => needsOf(task, query, vocabulary, within));
  return {
    records,
    task,
    query,
    corpus,
    postings,
    rarities,
    shape,
    needs,
    locations: once((within) => locateTerms(corpus, records, needs(within).evidenceTerms.terms, within)),
    titleTerms: once(() => titleTerms(vocabulary)),
  };
}

/** Computes a value on the first call and keeps it. */
function once<Value>(compute: (checkpoint: Checkpoint) => Value): (checkpoint?: Checkpoint) => Value {
  let known: { readonly value: Value } | null = null;
  return (checkpoint = unchecked) => {
    known ??= { value: compute(checkpoint) };
    return known.value;
  };
}

/** Words between two checkpoints: a few milliseconds. */
const WORDS_PER_CHECKPOINT = 2048;

/**
 * How rare each query term is in general writing, by slot: 0 (a common word) to 1 (a name, an id). Does not depend on
 * the records: rarity among them is a different question, and a few records give too few counts.
 */
function wordRarities(query: QueryTerms, corpus: Corpus, checkpoint: Checkpoint): Float64Array {
  const rarities = float64s(query.terms.length);
  for (let slot = 0; slot < rarities.length; slot += 1) {
    if (slot % WORDS_PER_CHECKPOINT === 0) checkpoint();
    rarities[slot] = rarityOf(query, slot, corpus);
  }
  return rarities;
}

/** This many letters show whether a stem belongs to the whole written word or to a part of it. */
const STEM_LETTERS = 3;

/** Rates the written word, since people do not write stems. For a part of an identifier, it rates the term itself. */
function rarityOf(queryTerms: QueryTerms, slot: number, { vocabulary, starts }: Corpus): number {
  const term = queryTerms.terms[slot] ?? 0;
  // A long prompt has hundreds of thousands of these, and they have no case.
  if (isVerbatim(queryTerms, slot)) return caselessRarity(shortForm(starts[term] ?? 0));
  const form = vocabulary.form(term);
  const word = writtenAt(queryTerms, slot, vocabulary);
  return backgroundRarity(word.toLowerCase().startsWith(form.slice(0, STEM_LETTERS)) ? word : form);
}
