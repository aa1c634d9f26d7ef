// In: what a cut leaves out, counted in the source's own units. Out: the mark that says so in the excerpt.
// A mark must never claim more or less than was left out.
import { toCodePoints } from "../../text/offsets.ts";
import type { UnitNoun } from "../model.ts";

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
  lines: "line",
  turns: "turn",
  elements: "element",
  fields: "field",
  rows: "row",
  events: "event",
  results: "result",
  characters: "character",
};

export interface GapFacts {
  /** The gap begins inside a unit whose beginning stands before it: the rest of that is left out too, uncounted. */
  readonly isRest: boolean;
  /** All that the text has: beside the gap it keeps a count honest that the data states. Null where not needed. */
  readonly total: number | null;
}

const PLAIN_GAP: GapFacts = { isRest: false, total: null };

/** The mark for one gap: `...[38 lines omitted]`, `...[the rest and 2 of 120 rows omitted]`. */
export function gapMark(omitted: number, noun: MarkNoun, { isRest, total } = PLAIN_GAP): string {
  const name = omitted === 1 && total === null ? SINGULAR[noun] : noun;
  return `...[${isRest ? "the rest and " : ""}${omitted}${total === null ? "" : ` of ${total}`} ${name} omitted]`;
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
