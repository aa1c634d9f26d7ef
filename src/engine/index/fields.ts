// Reads the searchable fields of a record besides its text: title, source, keywords, tags, attributes, and the head of
// a tool's schema.
// In: the records and the vocabulary. Out: the terms of their fields in one flat index, record by record. Fields are
// short and many, and one call of the WebAssembly module costs more than reading most of them, so many are read at a
// time, as lines of one text.
import { int32s } from "../../text/arrays.ts";
import type { Checkpoint } from "../../text/checkpoint.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import type { JsonValue, SegmentedRecord } from "../model.ts";
import { oneOf } from "../units/line-patterns.ts";

export interface FieldTerms {
  /** The terms of record `r`'s fields are `terms[from[r]]` up to `terms[from[r + 1]]`. */
  readonly from: Int32Array;
  readonly terms: Int32Array;
  /** The weight of each of `terms`. */
  readonly weights: readonly number[];
}

/** The fields read so far, and those that wait for the next batch. */
interface FieldReader {
  readonly vocabulary: Vocabulary;
  readonly checkpoint: Checkpoint;
  readonly from: Int32Array;
  readonly weights: number[];
  /** Records that ended before the last batch. */
  ended: number;
  /** The fields of the batch, with their weights and their length in all. */
  readonly texts: string[];
  readonly weightOfText: number[];
  length: number;
  /** For each record that ended since the last batch, the number of texts up to its end. */
  readonly textsByEnd: number[];
}

/**
 * Limits of a batch: its UTF-16 units, its texts, and the records that end in it. Such a batch takes a tenth of a
 * millisecond to read.
 */
const BATCH_LENGTH_MAX = 4096;
const BATCH_TEXTS_MAX = 512;

/**
 * @param records how many there will be
 * @param vocabulary must hold no terms that were read but not taken
 */
export function createFieldReader(records: number, vocabulary: Vocabulary, checkpoint: Checkpoint): FieldReader {
  const from = int32s(records + 1);
  const batch = { texts: [], weightOfText: [], length: 0, textsByEnd: [] };
  return { vocabulary, checkpoint, from, weights: [], ended: 0, ...batch };
}

/** Adds a field of the current record. */
export function addField(reader: FieldReader, field: string, weight: number): void {
  if (weight <= 0 || field === "") return;
  if (field.length > BATCH_LENGTH_MAX) {
    readTexts(reader);
    weigh(reader, reader.vocabulary.read(field, 0, field.length, reader.checkpoint), weight);
    return;
  }
  reader.texts.push(field);
  reader.weightOfText.push(weight);
  reader.length += field.length;
  if (reader.length >= BATCH_LENGTH_MAX || reader.texts.length >= BATCH_TEXTS_MAX) readTexts(reader);
}

export function endRecord(reader: FieldReader): void {
  reader.textsByEnd.push(reader.texts.length);
  if (reader.textsByEnd.length >= BATCH_TEXTS_MAX) readTexts(reader);
}

export function finishFields(reader: FieldReader): FieldTerms {
  readTexts(reader);
  return { from: reader.from, terms: reader.vocabulary.take(), weights: reader.weights };
}

/** Reads the batch. */
function readTexts(reader: FieldReader): void {
  const { vocabulary, checkpoint, from, weights, texts, weightOfText, textsByEnd } = reader;
  checkpoint();
  const before = weights.length;
  const ends = endsOf(texts);
  vocabulary.readEach(`${texts.join("\n")}\n`, 0, ends, 0, 0);
  for (let at = 0; at < ends.length; at += 1) weigh(reader, ends[at] ?? 0, weightOfText[at] ?? 0);
  for (let at = 0; at < textsByEnd.length; at += 1) from[++reader.ended] = ends[(textsByEnd[at] ?? 0) - 1] ?? before;
  for (const list of [texts, weightOfText, textsByEnd]) list.length = 0;
  reader.length = 0;
}

/** Gives a weight to the terms up to `read` that have none yet. */
function weigh({ weights }: FieldReader, read: number, weight: number): void {
  while (weights.length < read) weights.push(weight);
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

/** Attribute values are read down to this depth; the interface allows 16 levels. */
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
    const { source, keywords, tags, attributes } = record.source;
    if (record.title !== null) addField(reader, record.title, settings.title);
    if (source !== null) addField(reader, source, settings.source);
    addField(reader, schemaHead(record), settings.head);
    for (const keyword of keywords) addField(reader, keyword, settings.keywords);
    for (const tag of tags) addField(reader, tag, settings.tags);
    addValues(reader, attributes, 0, settings.attributes);
    endRecord(reader);
  }
  return finishFields(reader);
}

function addValues(reader: FieldReader, value: JsonValue, depth: number, weight: number): void {
  if (typeof value === "string") addField(reader, value, weight);
  else if (typeof value === "number") addField(reader, String(value), weight);
  else if (typeof value === "object" && value !== null && depth < ATTRIBUTE_DEPTH_MAX)
    for (const inner of Object.values(value)) addValues(reader, inner, depth + 1, weight);
}

/** A key that opens the parameters. The text before it is the head. */
const PARAMETERS = /(?!^)"(?:parameters|inputSchema|input_schema|properties|args)"/;

/** Maximum length of a head, and of one field of it. UTF-16 units. */
const HEAD_LENGTH_MAX = 600;

/** Only this much of a schema is searched for the fields of its head. UTF-16 units. */
const SEARCHED_LENGTH_MAX = 4000;

/**
 * Fields that name or summarise a tool. In a schema without parameters they may stand anywhere: in model cards they
 * follow example code.
 */
const FIELD_NAME = oneOf("name title api_name tool_name endpoint description summary functionality domain category");
const FIELD = new RegExp(`"${FIELD_NAME.source}"\\s{0,8}:\\s{0,8}"((?:[^"\\\\]|\\\\.){0,${HEAD_LENGTH_MAX}})`, "g");

interface HeadRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The head of a tool's schema, in ascending ranges: the name of the tool and what it is for. Never its parameters,
 * example code and measurements. None if the record is not a schema.
 */
export function headRanges({ source, kind }: SegmentedRecord): readonly HeadRange[] {
  if (kind !== "tool_schema") return [];
  const parameters = source.text.search(PARAMETERS);
  const end = parameters < 0 ? source.text.length : parameters;
  const opening = { start: 0, end: Math.min(end, HEAD_LENGTH_MAX) };
  const fields = parameters < 0 ? [...source.text.slice(0, SEARCHED_LENGTH_MAX).matchAll(FIELD)] : [];
  if (fields.length === 0) return [opening];
  return fields.map(({ index, 0: field, 1: value = "" }) => {
    const end = index + field.length;
    return { start: end - value.length, end };
  });
}

/** The text of the head, by which a tool is chosen; "" if the record is not a schema. */
export function schemaHead(record: SegmentedRecord): string {
  return headRanges(record)
    .map(({ start, end }) => record.source.text.slice(start, end))
    .join("\n");
}
