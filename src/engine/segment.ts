// The stage that cuts: measured records in, the same records with their content type and their units out.
// Reads `text` and `kind` only; never changes a record's text and never looks at the task.
import { type Checkpoint, unchecked } from "../text/checkpoint.ts";
import type { ContentType, MeasuredRecord, RecordKind, SegmentedRecord, Unit, UnitNoun } from "./model.ts";
import { cutCode } from "./units/code/code.ts";
import { detectType, type SampledType } from "./units/detect.ts";
import { type Draft, openDraft } from "./units/draft/draft.ts";
import { finishUnits } from "./units/draft/finish-units.ts";
import { cutDiff } from "./units/lines/diff.ts";
import { cutLines } from "./units/lines/lines.ts";
import { cutLog } from "./units/lines/log.ts";
import { cutStackTrace } from "./units/lines/stack-trace.ts";
import { cutTable } from "./units/lines/table.ts";
import { tableSeparator } from "./units/lines/table-signs.ts";
import { cutTestOutput } from "./units/lines/test-output.ts";
import { cutMarkdown } from "./units/mixed/markdown.ts";
import { cutSearchResults } from "./units/mixed/search-results.ts";
import { cutJson } from "./units/nested/json.ts";
import { findJson } from "./units/nested/json-signs.ts";
import { cutMarkup } from "./units/nested/markup.ts";
import type { Origin } from "./units/origin.ts";
import { areTurns, cutDialogue } from "./units/prose/dialogue.ts";
import { cutMail } from "./units/prose/mail.ts";
import { cutProse } from "./units/prose/prose.ts";
import { type Sample, sampleOf } from "./units/sample.ts";

/** A text up to this length is one unit: smaller excerpts cost more in gap marks than they save. */
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
    // Written out: an object that is spread and added to is half as large again.
    return { position, source, scan, type, noun, units };
  });
}

/**
 * Cuts one text. The units partition it exactly; the empty text has none. `amongTurns` says that the records it came
 * with are turns of one conversation.
 */
export function segmentText(
  text: string,
  kind: RecordKind,
  amongTurns = false,
  checkpoint: Checkpoint = unchecked,
): Segments {
  // A tool is chosen as a whole, however much is said of each of its parameters.
  const draft = openDraft(text, kind === "tool_schema", checkpoint);
  const { type, noun } = cut(draft, { kind, amongTurns });
  const units = finishUnits(draft);
  return { type, noun, units: text.length <= WHOLE_CHARS_MAX ? asOne(units) : units };
}

/** All units as one, which stands for whatever they stood for. */
function asOne(units: readonly Unit[]): readonly Unit[] {
  const [first] = units;
  if (first === undefined || units.length === 1) return units;
  return [{ ...first, end: units.at(-1)?.end ?? first.end, count: units.reduce((sum, { count }) => sum + count, 0) }];
}

function cut(draft: Draft, origin: Origin): Pick<Segments, "type" | "noun"> {
  const { text } = draft;
  const json = findJson(text);
  if (json !== null) {
    const noun = cutJson(draft, text.length, json);
    return { type: json.form === "lines" ? "ndjson" : "json", noun };
  }
  const sample = sampleOf(text);
  const type = detectType(sample, origin);
  return { type, noun: cutAs(draft, type, sample) };
}

function cutAs(draft: Draft, type: SampledType, sample: Sample): UnitNoun {
  const end = draft.text.length;
  switch (type) {
    case "markup":
      return cutMarkup(draft, end);
    case "search_results":
      return cutSearchResults(draft, end, sample);
    case "table":
      cutTable(draft, end, { separator: tableSeparator(sample) ?? " ", outer: -1 });
      return "rows";
    case "log":
      cutLog(draft, end);
      return "events";
    case "dialogue":
      cutDialogue(draft, end);
      return "turns";
    case "mail":
      cutMail(draft, end);
      return "sentences";
    case "prose":
      cutProse(draft, end);
      return "sentences";
    case "markdown":
      cutMarkdown(draft, end);
      return "sentences";
    case "diff":
      cutDiff(draft, end);
      return "lines";
    case "test_output":
      cutTestOutput(draft, end);
      return "lines";
    case "stack_trace":
      cutStackTrace(draft, end);
      return "lines";
    case "code":
      cutCode(draft, end);
      return "lines";
    case "lines":
      cutLines(draft, end);
      return "lines";
  }
}
