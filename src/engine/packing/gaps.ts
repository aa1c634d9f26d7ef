// In: what lies between the pieces that are sent of a record. Out: the mark that stands for it, which counts the units
// of the source that begin there.
import type { ScoredRecord, Unit } from "../model.ts";
import { gapMark, partMark } from "./marks.ts";
import { breaksAfter, breaksBefore } from "./pieces.ts";

/** A stretch of a record's text that is left out. */
export interface Gap {
  readonly start: number;
  readonly end: number;
  /** Its units: from number `from` up to `to`. */
  readonly from: number;
  readonly to: number;
}

/** Whether no mark of an excerpt has counted yet. */
export interface Numbering {
  isFirst: boolean;
}

/** The first that counts may give the total as well. */
export function markOf({ units, noun, source }: ScoredRecord, gap: Gap, numbering: Numbering): string {
  const { from, to } = gap;
  const begun = countOf(units, from, to);
  // What goes on behind the gap is not left out, but for its beginning.
  const counted = begun > 0 && units[to]?.continues === true ? begun - 1 : begun;
  if (counted === 0) return partMark(source.text.slice(units[from]?.start, units[to - 1]?.end));
  const omitted = noun.isLine ? (linesOf(source.text, gap) ?? counted) : counted;
  const total = numbering.isFirst && noun.hasTotal ? countOf(units, 0, units.length) : 0;
  numbering.isFirst = false;
  const isRest = units[from]?.continues === true;
  return gapMark(omitted, noun, { isRest, total: omitted < total ? total : null });
}

/** What the units from `from` to `to` count. */
function countOf(units: readonly Unit[], from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) count += units[at]?.count ?? 0;
  return count;
}

/**
 * Lines of a gap that begins and ends at a line's edge, null for any other. Empty lines at its edges are left out with
 * it, whichever unit they belong to.
 */
function linesOf(text: string, { start, end }: Gap): number | null {
  if (start > 0 && !breaksAfter(text, start)) return null;
  if (end < text.length && !breaksBefore(text, end)) return null;
  let lines = start > 0 ? -1 : 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) lines++;
  return end === text.length && !text.endsWith("\n") ? lines + 1 : lines;
}
