// In: the kept units of a record. Out: the stretches of its text to send, and the excerpt with a mark for each gap.
// A piece is an exact slice of the text. It loses white space at a gap, but never the indentation of its first line.
// A mark counts the omission in the source's own units, never more or less than was left out.
import { NEWLINE, SPACE, TAB, toCodePoints } from "../../text/characters.ts";
import { interiorOf, tokensBetween } from "../../text/token-scan.ts";
import type { PackedRecord, Piece, ScoredRecord, SegmentedRecord, Unit, UnitNoun } from "../model.ts";
import { CHARACTERS, LINES } from "../unit-nouns.ts";

/** All of a record's text. */
export function wholePiece({ units, source }: SegmentedRecord): Piece {
  return { start: 0, end: source.text.length, first: 0, last: units.length - 1 };
}

/** Merges neighbouring kept units into pieces. Units of only white space make no piece. */
export function piecesOf({ record, kept, cutAt }: PackedRecord): Piece[] {
  const { units, source } = record;
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = 0; at < kept.length; at++) {
    let last = kept[at] ?? 0;
    if (kept[at + 1] === last + 1) continue;
    let first = kept[from] ?? 0;
    from = at + 1;
    const to = at === kept.length - 1 && cutAt !== null ? cutAt : (units[last]?.end ?? 0);
    const [start, end] = trimmedLines(source.text, units[first]?.start ?? 0, to);
    if (start >= end) continue;
    const indented = first === 0 ? start : indentationStart(source.text, start);
    while ((units[first]?.end ?? end) <= start) first++;
    while ((units[last]?.start ?? start) >= end) last--;
    pieces.push({ start: indented, end, first, last });
  }
  return pieces;
}

/** Trims blank lines before and white space after the text. The first line keeps its indentation. */
function trimmedLines(text: string, from: number, to: number): readonly [number, number] {
  let end = to;
  while (end > from && text.charCodeAt(end - 1) <= SPACE) end--;
  let start = from;
  for (let at = from; at < end && text.charCodeAt(at) <= SPACE; at++) {
    if (text.charCodeAt(at) === NEWLINE) start = at + 1;
  }
  return [start, end];
}

/** The start of the indentation before `offset`; `offset` itself if anything else precedes it on the line. */
function indentationStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && (text.charCodeAt(start - 1) === SPACE || text.charCodeAt(start - 1) === TAB)) start--;
  return text.charCodeAt(start - 1) === NEWLINE ? start : offset;
}

/** Does only white space lie between `offset` and the next line break? */
export function breaksAfter(text: string, offset: number): boolean {
  for (let at = offset; at < text.length && text.charCodeAt(at) <= SPACE; at++) {
    if (text.charCodeAt(at) === NEWLINE) return true;
  }
  return false;
}

/** Does only white space lie between the previous line break and `offset`? */
export function breaksBefore(text: string, offset: number): boolean {
  for (let at = offset - 1; at >= 0 && text.charCodeAt(at) <= SPACE; at--) {
    if (text.charCodeAt(at) === NEWLINE) return true;
  }
  return false;
}

export interface Joined {
  text: string;
  /** The parts of the text outside its pieces, without the white space after each piece. */
  marks: string;
  /** The text without the middles of its pieces. The middles have `between` tokens. */
  seams: string;
  between: number;
}

/**
 * Joins pieces and marks. A line break sets off a mark where the source has one, and a space where the cut is inside a
 * line. Thus half a line never looks like a whole one. A text that is cut short inside a unit ends with a special mark
 * for everything that follows.
 */
export function joinPieces(record: ScoredRecord, pieces: readonly Piece[], isCutShort: boolean): Readonly<Joined> {
  const { units, source } = record;
  const { text } = source;
  const joined: Joined = { text: "", marks: "", seams: "", between: 0 };
  const numbering = { isFirst: true };
  let next = 0;
  let end = 0;
  for (const piece of pieces) {
    if (next < piece.first) {
      const gap = { from: next, to: piece.first, start: end, end: piece.start };
      addMark(joined, markOf(record, gap, numbering) + (breaksBefore(text, piece.start) ? "\n" : " "));
    }
    addPiece(joined, record, piece);
    next = piece.last + 1;
    end = piece.end;
    const isCutHere = isCutShort && piece === pieces.at(-1);
    if (next < units.length && !isCutHere) addSpace(joined, breaksAfter(text, end) ? "\n" : " ");
  }
  if (isCutShort) addMark(joined, TRUNCATED_MARK);
  else if (next < units.length) {
    addMark(joined, markOf(record, { from: next, to: units.length, start: end, end: text.length }, numbering));
  }
  return joined;
}

function addMark(joined: Joined, mark: string): void {
  joined.text += mark;
  joined.marks += mark;
  joined.seams += mark;
}

function addSpace(joined: Joined, space: string): void {
  joined.text += space;
  joined.seams += space;
}

function addPiece(joined: Joined, { source, scan }: ScoredRecord, { start, end }: Piece): void {
  const { text } = source;
  const kept = text.slice(start, end);
  joined.text += kept;
  const middle = interiorOf(text, start, end);
  if (middle === null) joined.seams += kept;
  else {
    joined.seams += text.slice(start, middle.from) + text.slice(middle.to, end);
    joined.between += tokensBetween(scan, middle.from, middle.to);
  }
}

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
