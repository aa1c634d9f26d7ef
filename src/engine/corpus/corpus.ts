// The terms of all records in one flat index: unit by unit, with the block and the record each unit lies in.
// In: segmented records and the lexicon of the request. Out: a Corpus. Must read every text once.
import type { Checkpoint } from "../../text/checkpoint.ts";
import type { Lexicon } from "../../text/lexicon.ts";
import { giveBack, int32s, uint8s } from "../../text/slab.ts";
import type { SegmentedRecord } from "../model.ts";
import type { Echo } from "./echo.ts";
import { type Groupings, groupingsOf } from "./groupings.ts";
import type { Labels } from "./label-reader.ts";
import { type LabelWeights, labelFrequency, readLabels } from "./labels.ts";
import { rowRecords } from "./row-rarity.ts";
import { unitLengths } from "./unit-lengths.ts";
import { readUnits, startReading, type UnitTerms } from "./unit-terms.ts";

export interface IndexSettings {
  readonly labels: LabelWeights;
  /** What a number adds to the length of the text it stands in, 0 to 1; 1 is as any word. */
  readonly numberLength: number;
}

export interface Corpus extends UnitTerms {
  readonly lexicon: Lexicon;
  /** Of all units, one after the other. */
  readonly terms: Int32Array;
  /** Block, record and passage of each unit, numbered through all records. */
  readonly blockOf: Int32Array;
  readonly recordOf: Int32Array;
  readonly passageOf: Int32Array;
  readonly blocks: number;
  readonly groupings: Groupings;
  /** 1 for each record that is a log. */
  readonly logs: Uint8Array;
  readonly labels: Labels;
  /** The first two letters of each term, as `Lexicon.starts` gives them. */
  readonly starts: Int32Array;
  /** In how many blocks each term occurs. */
  readonly blockFrequency: Int32Array;
  /** In the labels over how many blocks each term occurs; empty where there are no labels. */
  readonly labelFrequency: Int32Array;
}

export function indexRecords(
  records: readonly SegmentedRecord[],
  lexicon: Lexicon,
  { labels: weights, numberLength }: IndexSettings,
  echo: Echo,
  checkpoint: Checkpoint,
): Corpus {
  const units = records.reduce((sum, record) => sum + record.units.length, 0);
  const unitFrom = int32s(units + 1);
  const ownTo = int32s(units);
  const blockOf = int32s(units);
  const recordOf = int32s(units);
  const passageOf = int32s(units);
  const blocksOf = int32s(records.length);
  const reading = startReading(lexicon, echo, unitFrom, ownTo);
  let at = 0;
  for (let position = 0; position < records.length; position += 1) {
    const record = records[position];
    if (record === undefined) break;
    checkpoint();
    readUnits(reading, record, at, checkpoint);
    recordOf.fill(position, at, at + record.units.length);
    numberParts(record, at, blockOf, passageOf);
    const before = groupsUpTo(blockOf, at);
    at += record.units.length;
    blocksOf[position] = groupsUpTo(blockOf, at) - before;
  }
  const [blocks, passages] = [groupsUpTo(blockOf, units), groupsUpTo(passageOf, units)];
  const terms = lexicon.take();
  const labels = readLabels(records, lexicon, weights, checkpoint);
  const starts = lexicon.starts();
  checkpoint();
  const frequencies = {
    blockFrequency: blockFrequency(terms, unitFrom, blockOf, starts.length),
    labelFrequency: labelFrequency(labels, blocksOf, starts.length),
  };
  const places = { unitFrom, ownTo, echoes: reading.echoes, blockOf, recordOf, passageOf };
  checkpoint();
  const lengths = unitLengths({ terms, unitFrom, ownTo }, starts, numberLength);
  const groupings = groupingsOf({ ...places, lengths, rowRecords: rowRecords(records) }, blocks, passages);
  const logs = uint8s(records.length);
  records.forEach(({ type }, position) => {
    if (type === "log") logs[position] = 1;
  });
  return { lexicon, terms, ...places, blocks, logs, groupings, labels, starts, ...frequencies };
}

/**
 * Numbers the blocks and the passages of a record's units on from those of the unit before its first.
 * A function of its own: what runs once a request is compiled in the middle of its loop, and again for the next one.
 */
function numberParts({ units }: SegmentedRecord, first: number, blockOf: Int32Array, passageOf: Int32Array): void {
  let block = groupsUpTo(blockOf, first) - 1;
  let passage = groupsUpTo(passageOf, first) - 1;
  let [lastBlock, lastPassage] = [-1, -1];
  let at = first;
  for (const unit of units) {
    if (unit.block !== lastBlock) block += 1;
    if (unit.passage !== lastPassage) passage += 1;
    lastBlock = unit.block;
    lastPassage = unit.passage;
    blockOf[at] = block;
    passageOf[at] = passage;
    at += 1;
  }
}

/** How many blocks, or passages, the first units lie in, which are numbered in order. */
function groupsUpTo(groupOf: Int32Array, units: number): number {
  return units === 0 ? 0 : (groupOf[units - 1] ?? 0) + 1;
}

function blockFrequency(terms: Int32Array, unitFrom: Int32Array, blockOf: Int32Array, size: number): Int32Array {
  const frequency = int32s(size);
  const lastBlock = int32s(size).fill(-1);
  for (let unit = 0; unit < blockOf.length; unit += 1) {
    const block = blockOf[unit] ?? 0;
    const end = unitFrom[unit + 1] ?? 0;
    for (let at = unitFrom[unit] ?? 0; at < end; at += 1) {
      const term = terms[at] ?? 0;
      if (lastBlock[term] === block) continue;
      lastBlock[term] = block;
      frequency[term] = (frequency[term] ?? 0) + 1;
    }
  }
  giveBack(lastBlock);
  return frequency;
}
