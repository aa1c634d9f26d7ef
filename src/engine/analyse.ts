// Turns the records and the task into terms, once per request.
// In: segmented records and the task. Out: an Analysed. It never judges relevance: scoring does.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { closeOnError, createVocabulary } from "../text/vocabulary.ts";
import { type Needs, needsOf } from "./coverage/evidence-terms.ts";
import { locateTerms, type TermLocations, titleTerms } from "./coverage/sent-terms.ts";
import { type Corpus, type IndexSettings, indexRecords } from "./index/corpus.ts";
import { findPostings, type Postings } from "./index/postings.ts";
import { type Query, type QueryWeights, readQuery } from "./index/query.ts";
import { type Shape, shapeOf } from "./index/shape.ts";
import { echoOf } from "./index/unit-terms.ts";
import { wordRarities } from "./index/word-rarity.ts";
import type { SegmentedRecord, SourceRecord, Task } from "./model.ts";

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
  /** What a selection must contain. Computed on the first call, since a fixed budget never needs it. */
  readonly needs: (checkpoint?: Checkpoint) => Needs;
  /** Where the terms of these needs occur. Also computed on the first call. */
  readonly asked: (checkpoint?: Checkpoint) => TermLocations;
  readonly titleTerms: (source: SourceRecord) => Int32Array;
}

export function analyse(
  records: readonly SegmentedRecord[],
  task: Task,
  settings: AnalyseSettings,
  checkpoint: Checkpoint = unchecked,
): Analysed {
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
  let needs: Needs | null = null;
  let asked: TermLocations | null = null;
  const needed = (within?: Checkpoint): Needs => {
    needs ??= needsOf(task, query, vocabulary, within);
    return needs;
  };
  return {
    records,
    task,
    query,
    corpus,
    postings,
    rarities,
    shape: shapeOf(records),
    needs: needed,
    asked: (within = unchecked) => {
      asked ??= locateTerms(corpus, records, needed(within).evidenceTerms.terms, within);
      return asked;
    },
    titleTerms: titleTerms(vocabulary),
  };
}
