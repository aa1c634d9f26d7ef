// Tables as text: CSV, TSV, Markdown, ASCII art and columns of blanks. Every row is a unit, the header is the head of
// all of them.
import { QUOTE } from "../../../text/char-codes.ts";
import { lineEnd } from "../../../text/offsets.ts";
import { addPiece } from "../draft/add-piece.ts";
import { type Draft, seal } from "../draft/draft.ts";
import { cellsOf, isRuleLine, type Separator } from "./table-signs.ts";

/** Rows shorter than this are put together: one digit is not worth a gap mark. */
const ROW_UNIT_CHARS = 24;

/** Rules drawn between or below rows belong to the row above them, up to this size. */
const TAILED_ROW_CHARS = 1000;

/** A quoted CSV cell may hold line breaks; an unclosed quote is given up after this many lines. */
const CELL_LINES_MAX = 40;

export interface TableFrame {
  readonly separator: Separator;
  /** The unit the whole table hangs on, or -1. */
  readonly outer: number;
}

/** Cuts `[draft.at, end)` into rows; each counts one, the header, rules and lines without a second cell none. */
export function cutTable(draft: Draft, end: number, { separator, outer }: TableFrame): void {
  const { text } = draft;
  const quoted = separator !== "|" && separator !== " ";
  let head = -1;
  let from = draft.at;
  while (from < end) {
    let stop = quoted ? rowEnd(text, from, end) : lineEnd(text, from, end);
    const isRule = isRuleLine(text, from, stop);
    const count = head === -1 || isRule || cellsOf(text.slice(from, stop), separator) < 2 ? 0 : 1;
    from = stop;
    // Rules above the header belong to it.
    if (isRule && head === -1) continue;
    if (head === -1) {
      // So does the rule right below.
      const below = lineEnd(text, stop, end);
      if (isRuleLine(text, stop, below)) stop = below;
      from = stop;
      head = addPiece(draft, stop, { count, joinUpTo: 0 }, { head: outer, context: "" });
      seal(draft);
    } else {
      const joinUpTo = isRule ? TAILED_ROW_CHARS : ROW_UNIT_CHARS;
      addPiece(draft, stop, { count, joinUpTo }, { head, context: "" });
    }
  }
  // Rules without a header are all there is of the table.
  if (head === -1) addPiece(draft, end, { count: 0, joinUpTo: TAILED_ROW_CHARS }, { head: outer, context: "" });
}

/** The end of a CSV row whose quoted cells may span lines. */
function rowEnd(text: string, start: number, end: number): number {
  let stop = start;
  let quotes = 0;
  for (let lines = 0; lines < CELL_LINES_MAX && stop < end; lines++) {
    const from = stop;
    stop = lineEnd(text, from, end);
    for (let i = from; i < stop; i++) if (text.charCodeAt(i) === QUOTE) quotes++;
    if (quotes % 2 === 0) return stop;
  }
  return lineEnd(text, start, end);
}
