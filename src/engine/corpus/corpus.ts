// The terms of all records in one flat index: unit by unit, with the block and the record each unit lies in.
// In: segmented records and the vocabulary of the request. Out: a Corpus. Must read every text once.
import type { Checkpoint } from "../../text/checkpoint.ts";
import { uint8s } from "../../text/slab.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import type { SegmentedRecord } from "../model.ts";
import { blockFrequency } from "./block-frequency.ts";
import type { Echo } from "./echo.ts";
import { type Groupings, groupingsOf } from "./groupings.ts";
import type { Labels } from "./label-reader.ts";
import { type LabelWeights, readLabels } from "./labels.ts";
import { rowRecords } from "./row-rarity.ts";
import { unitLengths } from "./unit-lengths.ts";
import { type UnitPlaces, unitPlaces } from "./unit-places.ts";
import { readUnitTerms, type UnitTerms } from "./unit-terms.ts";

export interface IndexSettings {
  readonly labels: LabelWeights;
  /** What a number adds to the length of the text it stands in, 0 to 1; 1 is as any word. */
  readonly numberLength: number;
}

export interface Corpus extends UnitTerms, UnitPlaces {
  readonly vocabulary: Vocabulary;
  /** Of all units, one after the other. */
  readonly terms: Int32Array;
  readonly groupings: Groupings;
  /** 1 for each record that is a log. */
  readonly logs: Uint8Array;
  readonly labels: Labels;
  /** The first two letters of each term, as `Vocabulary.starts` gives them. */
  readonly starts: Int32Array;
  /** In how many blocks each term occurs. */
  readonly blockFrequency: Int32Array;
}

export function indexRecords(
  records: readonly SegmentedRecord[],
  vocabulary: Vocabulary,
  { labels: weights, numberLength }: IndexSettings,
  echo: Echo,
  checkpoint: Checkpoint,
): Corpus {
  const places = unitPlaces(records);
  const read = readUnitTerms(records, vocabulary, echo, places.blockOf.length, checkpoint);
  const terms = vocabulary.take();
  const labels = readLabels(records, vocabulary, weights, checkpoint);
  const starts = vocabulary.starts();
  checkpoint();
  const frequency = blockFrequency(terms, { ...read, ...places }, starts.length);
  checkpoint();
  const lengths = unitLengths({ terms, ...read }, starts, numberLength);
  const groupings = groupingsOf({ ...places, lengths, rowRecords: rowRecords(records) });
  return {
    vocabulary,
    terms,
    ...read,
    ...places,
    logs: logsAmong(records),
    groupings,
    labels,
    starts,
    blockFrequency: frequency,
  };
}

/** 1 for each record that is a log. */
function logsAmong(records: readonly SegmentedRecord[]): Uint8Array {
  const logs = uint8s(records.length);
  records.forEach(({ type }, position) => {
    if (type === "log") logs[position] = 1;
  });
  return logs;
}
