// A passage inside another text (fenced code, a search result's body) by what it looks like itself.
// Goes one level down only: a passage is never searched for passages.
import { cutCode, looksLikeCode } from "../code/code.ts";
import { adoptUnits, type Draft, type Frame } from "../draft/draft.ts";
import { cutLines, looksLikeLines } from "../lines/lines.ts";
import { cutJson, findJson } from "../nested/json.ts";
import { cutProse } from "../prose/prose.ts";
import { sampleOf } from "../sample.ts";

/** A passage up to this size shows too little of what it is, and has too little to cut. */
const SHORT_CHARS = 160;

/** Cuts `[draft.at, end)`, which hangs on `frame`; `from` is where the passage's own text begins, behind its title. */
export function cutPassage(draft: Draft, from: number, end: number, frame: Frame): void {
  if (end - from <= SHORT_CHARS) {
    cutLines(draft, end, frame);
    return;
  }
  const json = findJson(draft.text, from, end);
  if (json !== null) {
    const first = draft.units.length;
    cutJson(draft, end, json);
    adoptUnits(draft, first, frame.head);
    return;
  }
  const sample = sampleOf(draft.text, from, end);
  if (looksLikeCode(sample, "external_data")) cutCode(draft, end, frame);
  else if (looksLikeLines(sample)) cutLines(draft, end, frame);
  else cutProse(draft, end, frame);
}
