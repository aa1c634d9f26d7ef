// Cuts records into units. In: measured records. Out: the same records with their content type and units.
// It reads only `text` and `kind`, never changes a record's text and never looks at the task.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import { cutByType } from "./content-types.ts";
import type { ContentType, MeasuredRecord, RecordKind, SegmentedRecord, Unit, UnitNoun } from "./model.ts";
import { openDraft } from "./units/draft/draft.ts";
import { finishUnits } from "./units/draft/finish-units.ts";
import { areTurns } from "./units/prose/dialogue.ts";

/** A text of up to this length is one unit: cutting it would cost more in gap marks than it saves. */
const WHOLE_CHARS_MAX = 160;

export interface Segments {
  readonly type: ContentType;
  readonly noun: UnitNoun;
  readonly units: readonly Unit[];
}

export function segment(
  records: readonly MeasuredRecord[],
  checkpoint: Checkpoint = unchecked,
): readonly SegmentedRecord[] {
  const amongTurns = areTurns(records.map(({ source }) => source.text));
  return records.map(({ position, source, scan }) => {
    checkpoint();
    const { type, noun, units } = segmentText(source.text, source.kind, amongTurns, checkpoint);
    // Written out field by field: an object built with a spread takes half as much memory again.
    return { position, source, scan, type, noun, units };
  });
}

/**
 * Cuts one text. The units partition it exactly; an empty text has none. `amongTurns` is true if the records of the
 * request are turns of one conversation.
 */
export function segmentText(
  text: string,
  kind: RecordKind,
  amongTurns = false,
  checkpoint: Checkpoint = unchecked,
): Segments {
  // A tool is chosen as a whole, however long the descriptions of its parameters are.
  const draft = openDraft(text, kind === "tool_schema", checkpoint);
  const { type, noun } = cutByType(draft, { kind, amongTurns });
  const units = finishUnits(draft);
  return { type, noun, units: text.length <= WHOLE_CHARS_MAX ? asOne(units) : units };
}

/** Merges all units into one with the sum of their counts. */
function asOne(units: readonly Unit[]): readonly Unit[] {
  const [first] = units;
  if (first === undefined || units.length === 1) return units;
  const count = units.reduce((sum, unit) => sum + unit.count, 0);
  return [{ ...first, end: units.at(-1)?.end ?? first.end, count, announces: false }];
}
