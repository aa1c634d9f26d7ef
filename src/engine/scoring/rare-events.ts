// Scores log events by the rarity of their templates: a question about a log is rarely about a line that it repeats a
// thousand times.
// In: the records. Out: what each unit gains, 0 to `weight`. Compares templates only, since digits differ anyway.
import { type Checkpoint, unchecked } from "../../text/checkpoint.ts";
import { likelyRepeats } from "../../text/hashing.ts";
import { float64s, int32s } from "../../text/slab.ts";
import type { Analysed } from "../analyse.ts";
import type { SegmentedRecord } from "../model.ts";
import { type LineWindow, lineWindow, openOn, templateOf } from "./log-template.ts";
import { NO_GAIN } from "./unit-parts.ts";

/** Units between two checkpoints: about a millisecond if they are lines. */
const LINES_A_TURN = 2_048;

export function rareEventScores(
  { records, corpus }: Analysed,
  weight: number,
  checkpoint: Checkpoint = unchecked,
): Float64Array {
  if (weight <= 0 || !records.some(({ type }) => type.hasTemplates)) return NO_GAIN;
  const units = corpus.blockOf.length;
  const gained = float64s(units);
  const templates = templatesOf(records, units, checkpoint);
  const { alike, lines } = templateCounts(templates);
  if (lines < 2) return gained;
  const most = Math.log(lines);
  for (let unit = 0; unit < units; unit += 1) {
    const count = alike[unit] ?? 0;
    if (count > 0) gained[unit] = weight * (Math.log(lines / count) / most);
  }
  return gained;
}

/** Marks a unit that is not a line. */
const NO_TEMPLATE = -1;

/** The template of each unit. */
function templatesOf(records: readonly SegmentedRecord[], units: number, checkpoint: Checkpoint): Float64Array {
  const templates = float64s(units).fill(NO_TEMPLATE);
  const window = lineWindow();
  let first = 0;
  for (const record of records) {
    if (record.type.hasTemplates) putTemplates(record, window, templates, first, checkpoint);
    first += record.units.length;
  }
  return templates;
}

/** Writes the templates of the record's lines, from place `first` on. */
function putTemplates(
  { units, source }: SegmentedRecord,
  window: LineWindow,
  templates: Float64Array,
  first: number,
  checkpoint: Checkpoint,
): void {
  openOn(window, source.text);
  let place = first;
  for (const { start, end } of units) {
    if (place % LINES_A_TURN === 0) checkpoint();
    templates[place++] = templateOf(window, start, end);
  }
}

/** How many lines share each line's template (0 for a unit that is not a line), and the number of lines. */
function templateCounts(templates: Float64Array): { readonly alike: Int32Array; readonly lines: number } {
  const digests = int32s(templates.length).fill(-1);
  const alike = int32s(templates.length);
  let lines = 0;
  for (let unit = 0; unit < templates.length; unit += 1) {
    const template = templates[unit] ?? NO_TEMPLATE;
    if (template === NO_TEMPLATE) continue;
    digests[unit] = template >>> 1;
    alike[unit] = 1;
    lines += 1;
  }
  // Only likely repeats are looked up, because a Map allocates an object for each entry.
  const likely = likelyRepeats(digests);
  const counts = new Map<number, number>();
  for (const unit of likely) {
    const template = templates[unit] ?? 0;
    counts.set(template, (counts.get(template) ?? 0) + 1);
  }
  for (const unit of likely) alike[unit] = counts.get(templates[unit] ?? 0) ?? 1;
  return { alike, lines };
}
