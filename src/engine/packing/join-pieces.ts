// In: the pieces that are sent of a record. Out: the excerpt they make with a mark for each gap, and what of it has to
// be counted: the middles of pieces were counted when the record was.
import { middleOf } from "../../text/token-boundaries.ts";
import { tokensBetween } from "../../text/token-scan.ts";
import type { Piece, ScoredRecord } from "../model.ts";
import { markOf } from "./gaps.ts";
import { TRUNCATED_MARK } from "./marks.ts";
import { breaksAfter, breaksBefore } from "./pieces.ts";

export interface Joined {
  text: string;
  /** What of it is no piece, but for the white space behind each. */
  marks: string;
  /** The text without the middles of its pieces, which come to `between` tokens. */
  seams: string;
  between: number;
}

/**
 * Pieces and marks in turn. A mark is set off by a line break on the side where the source has one, by a blank where
 * the cut lies inside a line, so that half a line never looks like a whole one. A text cut short inside a unit ends
 * with its own mark for all that follows.
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
  const middle = middleOf(text, start, end);
  if (middle === null) joined.seams += kept;
  else {
    joined.seams += text.slice(start, middle.from) + text.slice(middle.to, end);
    joined.between += tokensBetween(scan, middle.from, middle.to);
  }
}
