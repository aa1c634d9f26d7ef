// Cuts a passage inside another text (fenced code, the body of a search result) by its own apparent type. A range and
// its frame come in, units go out. Never searches a passage for further passages.
import { cutCode, looksLikeCode } from "../code/code.ts";
import { adoptUnits, type Draft, type Frame } from "../draft.ts";
import { sampleOf } from "../line-patterns.ts";
import { cutLines, looksLikeLines } from "../lines/outline.ts";
import { areSections } from "../lines/settings.ts";
import { cutJson, findJson } from "../nested/json.ts";
import { cutProse } from "../prose/prose.ts";

/** A shorter passage does not show its type well enough and has too little to cut. */
const SHORT_CHARS = 160;

/**
 * Cuts `[draft.at, end)`, which depends on `frame`. `from` is where the text of the passage starts, after its title.
 */
export function cutPassage(draft: Draft, from: number, end: number, frame: Frame): void {
  if (end - from <= SHORT_CHARS) {
    cutLines(draft, end, frame, from);
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
  const isSettings = areSections(sample);
  if (!isSettings && looksLikeCode(sample, { isFile: false })) cutCode(draft, end, frame);
  else if (isSettings || looksLikeLines(sample)) cutLines(draft, end, frame, from);
  else cutProse(draft, end, frame);
}
