// In: what a cut leaves out, counted in the source's own units. Out: the mark that says so in the excerpt.
// A mark must never claim more or less than was left out.
import { toCodePoints } from "../../text/offsets.ts";
import type { UnitNoun } from "../model.ts";
import { CHARACTERS, LINES } from "../unit-nouns.ts";

/**
 * Tokens one gap adds to an excerpt, as measured with o200k_base: `...[`, the number, the noun, ` omitted` and `]`
 * with its line break. A gap whose text costs no more than this is cheaper to keep than to mark.
 */
export const MARK_TOKENS = 6;

/** Says that a text goes on although the excerpt ends in the middle of a unit. */
export const TRUNCATED_MARK = "...[truncated]";

export interface GapFacts {
  /** The gap begins inside a unit whose beginning stands before it: the rest of that is left out too, uncounted. */
  readonly isRest: boolean;
  /** All that the text has: beside the gap it keeps a count honest that the data states. Null where not needed. */
  readonly total: number | null;
}

const PLAIN_GAP: GapFacts = { isRest: false, total: null };

/** The mark for one gap: `...[38 lines omitted]`, `...[the rest and 2 of 120 rows omitted]`. */
export function gapMark(omitted: number, noun: UnitNoun, { isRest, total } = PLAIN_GAP): string {
  const name = omitted === 1 && total === null ? noun.one : noun.many;
  return `...[${isRest ? "the rest and " : ""}${omitted}${total === null ? "" : ` of ${total}`} ${name} omitted]`;
}

/**
 * The mark for a gap that holds no whole unit (a part of a field, closing brackets): counted in the lines it touches,
 * inside a line in characters.
 */
export function partMark(omitted: string): string {
  const lines = omitted.split("\n").filter((line) => line.trim() !== "").length;
  if (lines > 1) return gapMark(lines, LINES);
  const shown = omitted.trim() || omitted;
  return gapMark(toCodePoints(shown, [shown.length])[0] ?? 0, CHARACTERS);
}
