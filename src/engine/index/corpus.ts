// Builds the flat index of all terms: unit by unit, with each unit's length and place, and the number of blocks that
// hold each term. In: segmented records and the vocabulary of the request. Out: a Corpus. Reads every text once.
import { float64s, freeArray, int32s, placeFrom, uint8s } from "../../text/arrays.ts";
import type { Checkpoint } from "../../text/checkpoint.ts";
import { startsWithDigit, type Vocabulary } from "../../text/vocabulary.ts";
import type { SegmentedRecord } from "../model.ts";
import { type FieldTerms, type FieldWeights, readFields } from "./fields.ts";
import { type Groupings, groupingsOf, rowRecords, type UnitPlaces, unitPlaces } from "./groupings.ts";
import { quotedCopies } from "./quoted-copies.ts";
import { type Echo, readUnitTerms, type UnitTerms } from "./unit-terms.ts";

/**
 * Lengths of units in words, without their contexts.
 * @param starts the first two letters of each term
 * @param numberLength what a term that starts with a digit adds; 1 counts it like any word
 */
export function unitLengths(
  { terms, unitFrom, ownTo }: Pick<Corpus, "terms" | "unitFrom" | "ownTo">,
  starts: Int32Array,
  numberLength: number,
): Float64Array {
  const isNumber = uint8s(starts.length);
  for (let term = 0; term < isNumber.length; term += 1) {
    isNumber[term] = startsWithDigit(starts[term] ?? 0) ? 1 : 0;
  }
  const lengthOf = Float64Array.of(1, numberLength);
  const lengths = float64s(ownTo.length);
  for (let unit = 0; unit < lengths.length; unit += 1) {
    const end = ownTo[unit] ?? 0;
    let length = 0;
    for (let at = unitFrom[unit] ?? 0; at < end; at += 1) length += lengthOf[isNumber[terms[at] ?? 0] ?? 0] ?? 0;
    lengths[unit] = length;
  }
  freeArray(isNumber);
  return lengths;
}

/** Mask of the lower half of a counter. The upper half distinguishes this many blocks. */
const HALF = 0xffff;

export function blockFrequency(
  terms: Int32Array,
  { unitFrom, blockOf }: Pick<UnitTerms & UnitPlaces, "unitFrom" | "blockOf">,
  size: number,
): Int32Array {
  const frequency = int32s(size);
  const counts = int32s(size);
  for (let unit = 0; unit < blockOf.length; ) {
    const before = (blockOf[unit] ?? 0) - 1;
    const next = placeFrom(blockOf, before + HALF + 1, unit);
    for (; unit < next; unit += 1) {
      countBlock((blockOf[unit] ?? 0) - before, terms, unitFrom[unit] ?? 0, unitFrom[unit + 1] ?? 0, counts);
    }
    addUp(frequency, counts);
  }
  freeArray(counts);
  return frequency;
}

/**
 * Counts a block once for each of its terms, which are in [from, to). Avoids a branch: whether the previous block holds
 * a term is unpredictable, so branching took twice as long.
 * @param block 1 to `HALF`
 */
function countBlock(block: number, terms: Int32Array, from: number, to: number, counts: Int32Array): void {
  const mark = block << 16;
  for (let at = from; at < to; at += 1) {
    const term = terms[at] ?? 0;
    const known = counts[term] ?? 0;
    // 1 if the upper halves differ.
    const isNew = (((known ^ mark) >>> 16) + HALF) >>> 16;
    counts[term] = mark | ((known + isNew) & HALF);
  }
}

/** Adds the counts to the frequencies and resets them. */
function addUp(frequency: Int32Array, counts: Int32Array): void {
  for (let term = 0; term < counts.length; term += 1) {
    frequency[term] = (frequency[term] ?? 0) + ((counts[term] ?? 0) & HALF);
    counts[term] = 0;
  }
}

export interface IndexSettings {
  readonly fields: FieldWeights;
  /** The length that a number adds to its text, 0 to 1; 1 counts it like any word. */
  readonly numberLength: number;
}

const NO_COPIES: ReadonlySet<number> = new Set();

export interface Corpus extends UnitTerms, UnitPlaces {
  readonly vocabulary: Vocabulary;
  /** The terms of all units, one unit after the other. */
  readonly terms: Int32Array;
  readonly groupings: Groupings;
  readonly fields: FieldTerms;
  /** The first two letters of each term, as `Vocabulary.starts` gives them. */
  readonly starts: Int32Array;
  /** How many blocks hold each term: its document frequency. */
  readonly blockFrequency: Int32Array;
}

export function indexRecords(
  records: readonly SegmentedRecord[],
  vocabulary: Vocabulary,
  { fields: weights, numberLength }: IndexSettings,
  echo: Echo,
  checkpoint: Checkpoint,
): Corpus {
  const places = unitPlaces(records);
  const mayQuote = records.some(({ type }) => type.quotesOthers);
  const unread = { echo, copies: mayQuote ? quotedCopies(records, checkpoint) : NO_COPIES };
  const read = readUnitTerms(records, vocabulary, unread, places.blockOf.length, checkpoint);
  const terms = vocabulary.take();
  const fields = readFields(records, vocabulary, weights, checkpoint);
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
    groupings,
    fields,
    starts,
    blockFrequency: frequency,
  };
}
