// Reads the records and the task into terms, once for a request.
// In: segmented records and the task. Out: an Analysed. Must not judge: scoring does.
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
  /** Where the task's terms stand, by their slots in the query. */
  readonly postings: Postings;
  /** How rare each of the task's terms is in writing at large, 0 to 1, by slot. */
  readonly rarities: Float64Array;
  readonly shape: Shape;
  /** What a selection must hold. Computed on the first call: a fixed budget never needs it. */
  readonly needs: (checkpoint?: Checkpoint) => Needs;
  /** Where the terms of these needs occur. Computed on the first call, too. */
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
