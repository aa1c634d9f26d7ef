// In: what is kept of a record. Out: the stretches of its text to send, in document order.
// A piece is an exact cut of the text; at the edge of a gap white space is left off, but for the first line's indent.
import { NEWLINE, SPACE, TAB } from "../../text/char-codes.ts";
import type { PackedRecord, Piece, SegmentedRecord } from "../model.ts";

/** All of a record's text. */
export function wholePiece({ units, source }: SegmentedRecord): Piece {
  return { start: 0, end: source.text.length, first: 0, last: units.length - 1 };
}

/** Merges neighbouring kept units. Units of nothing but white space make no piece. */
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

/** Leaves off blank lines before and white space after; the first line keeps its indentation. */
function trimmedLines(text: string, from: number, to: number): readonly [number, number] {
  let end = to;
  while (end > from && text.charCodeAt(end - 1) <= SPACE) end--;
  let start = from;
  for (let at = from; at < end && text.charCodeAt(at) <= SPACE; at++) {
    if (text.charCodeAt(at) === NEWLINE) start = at + 1;
  }
  return [start, end];
}

/** Where the blanks that indent the line of `offset` start; `offset` itself when something else stands before it. */
function indentationStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && (text.charCodeAt(start - 1) === SPACE || text.charCodeAt(start - 1) === TAB)) start--;
  return text.charCodeAt(start - 1) === NEWLINE ? start : offset;
}

/** Does the line break directly after `offset`, but for white space? */
export function breaksAfter(text: string, offset: number): boolean {
  for (let at = offset; at < text.length && text.charCodeAt(at) <= SPACE; at++) {
    if (text.charCodeAt(at) === NEWLINE) return true;
  }
  return false;
}

/** Does the line break directly before `offset`, but for white space? */
export function breaksBefore(text: string, offset: number): boolean {
  for (let at = offset - 1; at >= 0 && text.charCodeAt(at) <= SPACE; at--) {
    if (text.charCodeAt(at) === NEWLINE) return true;
  }
  return false;
}
