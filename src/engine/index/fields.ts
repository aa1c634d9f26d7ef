// Reads the searchable fields of a record besides its text: title, source, keywords, tags, attributes, and the head of
// a tool's schema.
// In: the records and the vocabulary. Out: the terms of their fields in one flat index, record by record. Fields are
// short and many, and one call of the WebAssembly module costs more than reading most of them, so many are read at a
// time, as lines of one text.
import { int32s } from "../../text/arrays.ts";
import type { Checkpoint } from "../../text/checkpoint.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import type { JsonValue, SegmentedRecord } from "../model.ts";
import { schemaHead } from "./schema-head.ts";

export interface FieldTerms {
  /** The terms of record `r`'s fields are `terms[from[r]]` up to `terms[from[r + 1]]`. */
  readonly from: Int32Array;
  readonly terms: Int32Array;
  /** The weight of each of `terms`. */
  readonly weights: readonly number[];
}

interface FieldReader {
  /** Adds a field of the current record. */
  readonly add: (label: string, weight: number) => void;
  readonly endRecord: () => void;
  readonly finish: () => FieldTerms;
}

/** Limits of a batch, which takes a tenth of a millisecond to read. UTF-16 units; lines and record ends. */
const UNITS_TOGETHER = 4096;
const LINES_TOGETHER = 512;

/**
 * @param records how many there will be
 * @param vocabulary must hold no terms that were read but not taken
 */
export function createFieldReader(records: number, vocabulary: Vocabulary, checkpoint: Checkpoint): FieldReader {
  const from = int32s(records + 1);
  const weights: number[] = [];
  let ended = 0;
  const lines: string[] = [];
  const weightOfLine: number[] = [];
  /** For each record that ended since the last batch, the number of lines up to its end. */
  const linesByEnd: number[] = [];
  let units = 0;

  function weigh(read: number, weight: number): void {
    while (weights.length < read) weights.push(weight);
  }

  function readLines(): void {
    checkpoint();
    const before = weights.length;
    const ends = endsOf(lines);
    vocabulary.readEach(`${lines.join("\n")}\n`, 0, ends, 0, 0);
    for (let line = 0; line < ends.length; line += 1) weigh(ends[line] ?? 0, weightOfLine[line] ?? 0);
    for (let at = 0; at < linesByEnd.length; at += 1) from[++ended] = ends[(linesByEnd[at] ?? 0) - 1] ?? before;
    for (const list of [lines, weightOfLine, linesByEnd]) list.length = 0;
    units = 0;
  }

  return {
    add: (field, weight) => {
      if (weight <= 0 || field === "") return;
      if (field.length > UNITS_TOGETHER) {
        readLines();
        weigh(vocabulary.read(field, 0, field.length, checkpoint), weight);
        return;
      }
      lines.push(field);
      weightOfLine.push(weight);
      units += field.length;
      if (units >= UNITS_TOGETHER || lines.length >= LINES_TOGETHER) readLines();
    },
    endRecord: () => {
      linesByEnd.push(lines.length);
      if (linesByEnd.length >= LINES_TOGETHER) readLines();
    },
    finish: () => {
      readLines();
      return { from, terms: vocabulary.take(), weights };
    },
  };
}

/** Where each line ends in the joined text, including its line feed. */
function endsOf(lines: readonly string[]): Int32Array {
  const ends = int32s(lines.length);
  let end = 0;
  for (let line = 0; line < ends.length; line += 1) {
    end += (lines[line]?.length ?? 0) + 1;
    ends[line] = end;
  }
  return ends;
}

/** Weight of a word in a field of the record, against 1 for a word of the text. */
export interface FieldWeights {
  readonly title: number;
  readonly source: number;
  /** The name and summary of a tool's schema. They count again here, in addition to the text. */
  readonly head: number;
  readonly keywords: number;
  readonly tags: number;
  readonly attributes: number;
}

/** Attribute values are read down to this depth; the wire format allows 16 levels. */
const ATTRIBUTE_DEPTH_MAX = 16;

/** @param vocabulary must hold no terms that were read but not taken */
export function readFields(
  records: readonly SegmentedRecord[],
  vocabulary: Vocabulary,
  settings: FieldWeights,
  checkpoint: Checkpoint,
): FieldTerms {
  const reader = createFieldReader(records.length, vocabulary, checkpoint);
  for (const record of records) {
    const { title, source, keywords, tags, attributes } = record.source;
    if (title !== null) reader.add(title, settings.title);
    if (source !== null) reader.add(source, settings.source);
    reader.add(schemaHead(record), settings.head);
    for (const keyword of keywords) reader.add(keyword, settings.keywords);
    for (const tag of tags) reader.add(tag, settings.tags);
    addValues(reader, attributes, 0, settings.attributes);
    reader.endRecord();
  }
  return reader.finish();
}

function addValues(reader: FieldReader, value: JsonValue, depth: number, weight: number): void {
  if (typeof value === "string") reader.add(value, weight);
  else if (typeof value === "number") reader.add(String(value), weight);
  else if (typeof value === "object" && value !== null && depth < ATTRIBUTE_DEPTH_MAX)
    for (const inner of Object.values(value)) addValues(reader, inner, depth + 1, weight);
}
