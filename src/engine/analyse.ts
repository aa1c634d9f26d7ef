// Reads the records and the task into terms, once for a request.
// In: segmented records and the task. Out: an Analysed. Must not judge: scoring does.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { closeOnError, createVocabulary } from "../text/vocabulary.ts";
import { type Corpus, type IndexSettings, indexRecords } from "./corpus/corpus.ts";
import { echoOf } from "./corpus/echo.ts";
import { findHits, type Hits } from "./corpus/hits.ts";
import { type Query, readQuery } from "./corpus/query.ts";
import { type Shape, shapeOf } from "./corpus/shape.ts";
import type { QueryWeights } from "./corpus/stated-terms.ts";
import { titleTerms } from "./corpus/title-terms.ts";
import { type AskedTerms, askedTerms } from "./judging/asked-terms.ts";
import { type Demands, demandsOf } from "./judging/demands.ts";
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
  readonly hits: Hits;
  readonly shape: Shape;
  /** What a selection has to hold. Made when it is first asked for: a call with a fixed budget never asks. */
  readonly demands: (checkpoint?: Checkpoint) => Demands;
  /** Where the terms of these demands stand, kept like them. */
  readonly asked: (checkpoint?: Checkpoint) => AskedTerms;
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
  const hits = findHits(corpus, query.terms);
  checkpoint();
  let demands: Demands | null = null;
  let asked: AskedTerms | null = null;
  const demanded = (within?: Checkpoint): Demands => {
    demands ??= demandsOf(task, query, vocabulary, within);
    return demands;
  };
  return {
    records,
    task,
    query,
    corpus,
    hits,
    shape: shapeOf(records),
    demands: demanded,
    asked: (within = unchecked) => {
      asked ??= askedTerms(corpus, records, demanded(within).obligations.terms, within);
      return asked;
    },
    titleTerms: titleTerms(vocabulary),
  };
}
