// The words of the records' labels: titles, sources, keywords, tags, attributes, the head of a tool's schema.
// In: the records and the vocabulary. Out: their terms in one flat index, record by record.
import type { Checkpoint } from "../../text/checkpoint.ts";
import type { Vocabulary } from "../../text/vocabulary.ts";
import type { JsonValue, SegmentedRecord } from "../model.ts";
import { createLabelReader, type LabelReader, type Labels } from "./label-reader.ts";
import { schemaHead } from "./schema-heads.ts";

/** How much a word counts that stands in a label of the record and not in its text; 1 is a word of the text. */
export interface LabelWeights {
  readonly title: number;
  readonly source: number;
  /** The name and summary of a tool's schema, counted once more. */
  readonly head: number;
  readonly keywords: number;
  readonly tags: number;
  readonly attributes: number;
}

/** Attribute values are read down to this depth; the wire allows 16 levels. */
const ATTRIBUTE_DEPTH_MAX = 16;

/** @param vocabulary with nothing read that was not taken */
export function readLabels(
  records: readonly SegmentedRecord[],
  vocabulary: Vocabulary,
  settings: LabelWeights,
  checkpoint: Checkpoint,
): Labels {
  const reader = createLabelReader(records.length, vocabulary, checkpoint);
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

function addValues(reader: LabelReader, value: JsonValue, depth: number, weight: number): void {
  if (typeof value === "string") reader.add(value, weight);
  else if (typeof value === "number") reader.add(String(value), weight);
  else if (typeof value === "object" && value !== null && depth < ATTRIBUTE_DEPTH_MAX)
    for (const inner of Object.values(value)) addValues(reader, inner, depth + 1, weight);
}
