// Tables as text: CSV, TSV, Markdown and ASCII art. Every row is a unit, the header is the head of all of them.
import { addPiece, type Draft, seal } from "./draft.ts";
import { lineEnd, skipIndent } from "./offsets.ts";

/** Rows shorter than this are put together: one digit is not worth a gap mark. */
const ROW_UNIT_CHARS = 24;

/** A quoted CSV cell may hold line breaks; an unclosed quote is given up after this many lines. */
const CELL_LINES_MAX = 40;

/** Cuts `[draft.at, end)` into rows; each counts one, the header and rules none. */
export function cutTable(draft: Draft, end: number, quoted: boolean): void {
  const { text } = draft;
  let head = -1;
  while (draft.at < end) {
    const from = draft.at;
    const stop = quoted ? rowEnd(text, from, end) : lineEnd(text, from, end);
    const isRule = isRuleLine(text, from, stop);
    const piece = { count: head === -1 || isRule ? 0 : 1, head, context: "", joinUpTo: ROW_UNIT_CHARS };
    const unit = addPiece(draft, stop, isRule ? { ...piece, joinUpTo: stop } : piece);
    if (unit === -1) draft.at = stop;
    if (head === -1 && !isRule) {
      head = unit;
      // A rule right below the header belongs to it.
      const below = lineEnd(text, stop, end);
      if (below > stop && isRuleLine(text, stop, below)) addPiece(draft, below, { ...piece, joinUpTo: below });
      seal(draft);
    }
  }
}

/** A line of nothing but the characters tables are drawn with. */
export function isRuleLine(text: string, start: number, end: number): boolean {
  let drawn = 0;
  for (let i = skipIndent(text, start, end); i < end; i++) {
    const letter = text.charAt(i);
    if ("-=+|:_─━═┼┬┴├┤╔╗╚╝╠╣╦╩╬║│┌┐└┘".includes(letter)) drawn++;
    else if (!" \t\r\n".includes(letter)) return false;
  }
  return drawn >= 3;
}

/** The end of a CSV row whose quoted cells may span lines. */
function rowEnd(text: string, start: number, end: number): number {
  let stop = start;
  let quotes = 0;
  for (let lines = 0; lines < CELL_LINES_MAX && stop < end; lines++) {
    const from = stop;
    stop = lineEnd(text, from, end);
    for (let at = text.indexOf('"', from); at !== -1 && at < stop; at = text.indexOf('"', at + 1)) quotes++;
    if (quotes % 2 === 0) return stop;
  }
  return lineEnd(text, start, end);
}
