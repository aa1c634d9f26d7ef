// The words of the records' labels: titles, sources, keywords, tags, attributes, the head of a tool's schema.
// In: the records and the lexicon. Out: their terms in one flat index, record by record, and how common each is.
import type { Checkpoint } from "../../text/checkpoint.ts";
import type { Lexicon } from "../../text/lexicon.ts";
import { giveBack, int32s } from "../../text/slab.ts";
import type { JsonValue, SegmentedRecord } from "../model.ts";
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

export interface Labels {
  /** Terms of record `r`'s labels are `terms[from[r]]` up to `terms[from[r + 1]]`. */
  readonly from: Int32Array;
  readonly terms: Int32Array;
  /** How much each of `terms` counts. */
  readonly weights: readonly number[];
}

/** Attribute values are read down to this depth; the wire allows 16 levels. */
const ATTRIBUTE_DEPTH_MAX = 16;

/** Records, and terms, that are read between two checkpoints: a few milliseconds. A record may have 16 kB of labels. */
const RECORDS_A_TURN = 1024;
const TERMS_A_TURN = 1 << 14;

/** @param lexicon with nothing read that was not taken */
export function readLabels(
  records: readonly SegmentedRecord[],
  lexicon: Lexicon,
  settings: LabelWeights,
  checkpoint: Checkpoint,
): Labels {
  const from = int32s(records.length + 1);
  const weights: number[] = [];
  const into = { lexicon, weights, checkpoint };
  let due = TERMS_A_TURN;
  for (let index = 0; index < records.length; index += 1) {
    const record = records[index];
    if (record === undefined) break;
    if (index % RECORDS_A_TURN === 0 || weights.length >= due) {
      checkpoint();
      due = weights.length + TERMS_A_TURN;
    }
    const { title, source, keywords, tags, attributes } = record.source;
    if (title !== null) add(into, title, settings.title);
    if (source !== null) add(into, source, settings.source);
    add(into, schemaHead(record), settings.head);
    for (const keyword of keywords) add(into, keyword, settings.keywords);
    for (const tag of tags) add(into, tag, settings.tags);
    addValues(into, attributes, 0, settings.attributes);
    from[index + 1] = weights.length;
  }
  return { from, terms: lexicon.take(), weights };
}

/** What labels are read into. */
interface Into {
  readonly lexicon: Lexicon;
  readonly weights: number[];
  readonly checkpoint: Checkpoint;
}

function add({ lexicon, weights, checkpoint }: Into, text: string, weight: number): void {
  if (weight <= 0) return;
  const read = lexicon.read(text, 0, text.length, checkpoint);
  while (weights.length < read) weights.push(weight);
}

function addValues(into: Into, value: JsonValue, depth: number, weight: number): void {
  if (typeof value === "string") add(into, value, weight);
  else if (typeof value === "number") add(into, String(value), weight);
  else if (typeof value === "object" && value !== null && depth < ATTRIBUTE_DEPTH_MAX)
    for (const inner of Object.values(value)) addValues(into, inner, depth + 1, weight);
}

const NONE = new Int32Array(0);

/**
 * In the labels over how many blocks each term stands, nothing for none; a record counts once for each term.
 * @param blocksOf blocks of each record
 * @param size of the lexicon
 */
export function labelFrequency({ from, terms }: Labels, blocksOf: Int32Array, size: number): Int32Array {
  // Most callers label nothing, and there may be two million terms.
  if (terms.length === 0) return NONE;
  const frequency = int32s(size);
  const lastRecord = int32s(size).fill(-1);
  for (let record = 0; record < blocksOf.length; record += 1) {
    const end = from[record + 1] ?? 0;
    for (let at = from[record] ?? 0; at < end; at += 1) {
      const term = terms[at] ?? 0;
      if (lastRecord[term] === record) continue;
      lastRecord[term] = record;
      frequency[term] = (frequency[term] ?? 0) + (blocksOf[record] ?? 0);
    }
  }
  giveBack(lastRecord);
  return frequency;
}
