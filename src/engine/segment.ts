// The stage that cuts: measured records in, the same records with their content type and their units out.
// Reads `text` and `kind` only; never changes a record's text and never looks at the task.
import type { ContentType, MeasuredRecord, RecordKind, SegmentedRecord, Unit, UnitNoun } from "./model.ts";
import { detectType } from "./units/detect.ts";
import { type Draft, finishUnits, openDraft } from "./units/draft.ts";
import { cutJson } from "./units/json.ts";
import { cutLines } from "./units/lines.ts";
import { cutProse } from "./units/prose.ts";
import { cutTable } from "./units/table.ts";

/** A text up to this length is one unit: smaller excerpts cost more in gap marks than they save. */
const WHOLE_CHARS_MAX = 160;

export interface Segments {
  readonly type: ContentType;
  readonly noun: UnitNoun;
  readonly units: readonly Unit[];
}

export function segment(records: readonly MeasuredRecord[]): readonly SegmentedRecord[] {
  return records.map((record) => ({ ...record, ...segmentText(record.source.text, record.source.kind) }));
}

/** Cuts one text. The units partition it exactly; the empty text has none. */
export function segmentText(text: string, kind: RecordKind): Segments {
  const type = detectType(text, kind);
  const draft = openDraft(text);
  const noun = cut(draft, text.length <= WHOLE_CHARS_MAX ? null : type);
  return { type, noun: noun ?? "lines", units: finishUnits(draft) };
}

function cut(draft: Draft, type: ContentType | null): UnitNoun | null {
  const end = draft.text.length;
  if (type === null) return null;
  if (type === "json" || type === "ndjson") return cutJson(draft, end);
  if (type === "table") {
    cutTable(draft, end, false);
    return "rows";
  }
  if (type === "prose") {
    cutProse(draft, end);
    return "sentences";
  }
  cutLines(draft, end);
  return "lines";
}
