// In: what a cut leaves out, counted in the source's own units. Out: the mark that says so in the excerpt.
// A mark must never claim more or less than was left out.
import { toCodePoints } from "./code-points.ts";
import type { UnitNoun } from "./model.ts";

/**
 * Tokens one gap adds to an excerpt, as measured with o200k_base: `...[`, the number, the noun, ` omitted` and `]`
 * with its line break. A gap whose text costs no more than this is cheaper to keep than to mark.
 */
export const MARK_TOKENS = 6;

/** Says that a text goes on although the excerpt ends in the middle of a unit. */
export const TRUNCATED_MARK = "...[truncated]";

/** What a mark can count: the source's units, or characters where less than one of them is left out. */
export type MarkNoun = UnitNoun | "characters";

const SINGULAR: Readonly<Record<MarkNoun, string>> = {
  sentences: "sentence",
  paragraphs: "paragraph",
  lines: "line",
  turns: "turn",
  elements: "element",
  fields: "field",
  rows: "row",
  events: "event",
  results: "result",
  characters: "character",
};

/** The mark for one gap: `...[38 lines omitted]`. */
export function gapMark(omitted: number, noun: MarkNoun): string {
  return `...[${omitted} ${omitted === 1 ? SINGULAR[noun] : noun} omitted]`;
}

/** The mark for a gap in data that may state its own size: the total beside the gap keeps such a count honest. */
export function gapOfTotalMark(omitted: number, total: number, noun: MarkNoun): string {
  return `...[${omitted} of ${total} ${noun} omitted]`;
}

/**
 * The mark for a gap that holds no whole unit (a part of a field, closing brackets): counted in the lines it touches,
 * inside a line in characters.
 */
export function partMark(omitted: string): string {
  const lines = omitted.split("\n").filter((line) => line.trim() !== "").length;
  if (lines > 1) return gapMark(lines, "lines");
  const shown = omitted.trim() || omitted;
  return gapMark(toCodePoints(shown, [shown.length])[0] ?? 0, "characters");
}
