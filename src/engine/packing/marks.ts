// In: a gap between the pieces of a record. Out: its mark, which counts the omission in the source's own units.
// A mark never claims more or less than was left out.
import { toCodePoints } from "../../text/offsets.ts";
import type { ScoredRecord, Unit, UnitNoun } from "../model.ts";
import { CHARACTERS, LINES } from "../unit-nouns.ts";
import { breaksAfter, breaksBefore } from "./pieces.ts";

/**
 * Tokens that one gap adds to an excerpt, measured with o200k_base: `...[`, the number, the noun, ` omitted` and `]`
 * with its line break. A gap whose text costs no more than this is cheaper to keep than to mark.
 */
export const MARK_TOKENS = 6;

/** Says that the text continues after an excerpt that ends inside a unit. */
export const TRUNCATED_MARK = "...[truncated]";

interface GapFacts {
  /** The gap begins inside an element that starts before it. The mark mentions that rest but does not count it. */
  readonly isRest: boolean;
  /** The total in the text, so that the mark agrees with a count that the data states. Null if not needed. */
  readonly total: number | null;
}

const PLAIN_GAP: GapFacts = { isRest: false, total: null };

/** The mark for one gap: `...[38 lines omitted]`, `...[the rest and 2 of 120 rows omitted]`. */
export function gapMark(omitted: number, noun: UnitNoun, { isRest, total } = PLAIN_GAP): string {
  const name = omitted === 1 && total === null ? noun.one : noun.many;
  return `...[${isRest ? "the rest and " : ""}${omitted}${total === null ? "" : ` of ${total}`} ${name} omitted]`;
}

/**
 * The mark for a gap without a whole unit (part of a field, closing brackets). It counts lines, or characters if the
 * gap is within one line.
 */
export function partMark(omitted: string): string {
  const lines = omitted.split("\n").filter((line) => line.trim() !== "").length;
  if (lines > 1) return gapMark(lines, LINES);
  const shown = omitted.trim() || omitted;
  return gapMark(toCodePoints(shown, [shown.length])[0] ?? 0, CHARACTERS);
}

/** A stretch of a record's text that is left out. */
export interface Gap {
  readonly start: number;
  readonly end: number;
  /** Its units: from index `from` up to but not including `to`. */
  readonly from: number;
  readonly to: number;
}

/** True until a mark of the excerpt has counted units. */
interface Numbering {
  isFirst: boolean;
}

/** The mark for a gap. Only the first mark of an excerpt that counts units may also give the total. */
export function markOf({ units, noun, source }: ScoredRecord, gap: Gap, numbering: Numbering): string {
  const { from, to } = gap;
  const begun = countOf(units, from, to);
  // Only the beginning of an element that continues after the gap is left out, so it is not counted.
  const counted = begun > 0 && units[to]?.continues === true ? begun - 1 : begun;
  if (counted === 0) return partMark(source.text.slice(units[from]?.start, units[to - 1]?.end));
  const omitted = noun.isLine ? (linesOf(source.text, gap) ?? counted) : counted;
  const total = numbering.isFirst && noun.hasTotal ? countOf(units, 0, units.length) : 0;
  numbering.isFirst = false;
  const isRest = units[from]?.continues === true;
  return gapMark(omitted, noun, { isRest, total: omitted < total ? total : null });
}

/** The sum of the counts of the units from `from` up to but not including `to`. */
function countOf(units: readonly Unit[], from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) count += units[at]?.count ?? 0;
  return count;
}

/**
 * Number of lines in a gap that begins and ends at a line's edge; null for any other gap. Includes empty lines at the
 * gap's edges, even if they belong to a kept unit.
 */
function linesOf(text: string, { start, end }: Gap): number | null {
  if (start > 0 && !breaksAfter(text, start)) return null;
  if (end < text.length && !breaksBefore(text, end)) return null;
  let lines = start > 0 ? -1 : 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) lines++;
  return end === text.length && !text.endsWith("\n") ? lines + 1 : lines;
}
