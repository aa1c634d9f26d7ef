// In: what a cut leaves out, counted in the source's own units. Out: the mark that says so in the excerpt.
// A mark must never claim more or less than was left out.
import type { UnitNoun } from "./model.ts";

/**
 * Tokens one gap adds to an excerpt, as measured with o200k_base: `...[`, the number, the noun, ` omitted` and `]`
 * with its line break. A gap whose text costs no more than this is cheaper to keep than to mark.
 */
export const MARK_TOKENS = 6;

/** Says that a text goes on although the excerpt ends in the middle of a unit. */
export const TRUNCATED_MARK = "...[truncated]";

/** Says that something is left out that holds none of the source's units, such as closing brackets. */
const UNCOUNTED_MARK = "...[omitted]";

const SINGULAR: Readonly<Record<UnitNoun, string>> = {
  sentences: "sentence",
  paragraphs: "paragraph",
  lines: "line",
  turns: "turn",
  elements: "element",
  fields: "field",
  rows: "row",
  events: "event",
  results: "result",
};

/** The mark for one gap of `omitted` units. */
export function gapMark(omitted: number, noun: UnitNoun): string {
  if (omitted <= 0) return UNCOUNTED_MARK;
  return `...[${omitted} ${omitted === 1 ? SINGULAR[noun] : noun} omitted]`;
}

/** The mark for a gap in data that may state its own size: the total beside the gap keeps such a count honest. */
export function gapOfTotalMark(omitted: number, total: number, noun: UnitNoun): string {
  return omitted <= 0 ? UNCOUNTED_MARK : `...[${omitted} of ${total} ${noun} omitted]`;
}
