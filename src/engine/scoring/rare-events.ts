// In a log what is asked about is rarely what is said a thousand times: an event gains by the rarity of its template.
// In: the records. Out: what each unit gains, 0 to `weight`. Must compare templates only: digits are what differs
// anyway.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { float64s, int32s } from "../../text/slab.ts";
import type { Analysed } from "../analyse.ts";
import type { ContentType, SegmentedRecord } from "../model.ts";
import { type LineWindow, lineWindow, openOn, templateOf } from "./line-template.ts";
import { NO_GAIN } from "./unit-parts.ts";

const LINE_TYPES: ReadonlySet<ContentType> = new Set(["log", "test_output"]);

/** Units between two checkpoints: about a millisecond where they are lines. */
const LINES_A_TURN = 2_048;

export function rareEventScores(
  { records, corpus }: Analysed,
  weight: number,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  if (weight <= 0 || !records.some(({ type }) => LINE_TYPES.has(type))) return NO_GAIN;
  const gained = float64s(corpus.blockOf.length);
  const { templateAt, counts, lines } = templatesOf(records, gained.length, checkpoint);
  if (lines < 2) return gained;
  const most = Math.log(lines);
  for (let unit = 0; unit < templateAt.length; unit += 1) {
    const template = templateAt[unit] ?? -1;
    if (template >= 0) gained[unit] = weight * (Math.log(lines / (counts[template] ?? 1)) / most);
  }
  return gained;
}

/** The templates of all lines, numbered as they are met. */
interface Templates {
  /** That of each unit; -1 for what is no line. */
  readonly templateAt: Int32Array;
  /** Lines of each. */
  readonly counts: Int32Array;
  readonly lines: number;
}

function templatesOf(records: readonly SegmentedRecord[], units: number, checkpoint: Checkpoint): Templates {
  const templateAt = int32s(units).fill(-1);
  const numbers = new Map<number, number>();
  const window = lineWindow();
  let first = 0;
  for (const record of records) {
    if (LINE_TYPES.has(record.type)) putTemplates(record, window, numbers, templateAt, first, checkpoint);
    first += record.units.length;
  }
  const counts = int32s(numbers.size);
  let lines = 0;
  for (const template of templateAt) {
    if (template === -1) continue;
    counts[template] = (counts[template] ?? 0) + 1;
    lines += 1;
  }
  return { templateAt, counts, lines };
}

/** Puts the number of each of the record's lines at the places from `first` on. */
function putTemplates(
  { units, source }: SegmentedRecord,
  window: LineWindow,
  numbers: Map<number, number>,
  templateAt: Int32Array,
  first: number,
  checkpoint: Checkpoint,
): void {
  openOn(window, source.text);
  let place = first;
  for (const { start, end } of units) {
    if (place % LINES_A_TURN === 0) checkpoint();
    const template = templateOf(window, start, end);
    const number = numbers.get(template) ?? numbers.size;
    if (number === numbers.size) numbers.set(template, number);
    templateAt[place++] = number;
  }
}
