// Counts the cells of rows and finds their ends. Lines come in, numbers go out; never interprets what is in a cell.
import { lineEnd, QUOTE, skipIndent } from "../../../text/characters.ts";

/** A space stands for columns aligned with spaces. */
export type Separator = "," | "\t" | ";" | "|" | " ";

/** Characters that a cell without a value may hold: spaces, quotes and dashes. */
const EMPTY_CELL = new Set([..." \t\r\n\"'-–—"].map((mark) => mark.charCodeAt(0)));

/** A quoted CSV cell may contain line breaks. After this many lines, its quote counts as unclosed. */
const CELL_LINES_MAX = 40;

/** The end of the row that starts at `start`. In CSV, its quoted cells may span lines. */
export function rowEnd(text: string, start: number, end: number, separator: Separator): number {
  const stop = lineEnd(text, start, end);
  return isDrawn(separator) ? stop : quotedRowEnd(text, start, end, stop);
}

/** Tables drawn with bars or spaces are made for reading. Other separators make files, whose cells may be quoted. */
export function isDrawn(separator: Separator): boolean {
  return separator === "|" || separator === " ";
}

function quotedRowEnd(text: string, start: number, end: number, first: number): number {
  let stop = start;
  let quotes = 0;
  for (let lines = 0; lines < CELL_LINES_MAX && stop < end; lines++) {
    const from = stop;
    stop = lineEnd(text, from, end);
    for (let i = from; i < stop; i++) if (text.charCodeAt(i) === QUOTE) quotes++;
    if (quotes % 2 === 0) return stop;
  }
  return first;
}

/**
 * Counts the cells of a line, ignoring separators inside double quotes. If `next` is given, only separators right
 * before that character count.
 */
export function countCells(line: string, separator: string, next: string | null = null): number {
  if (!line.includes(separator)) return 1;
  const mark = separator.charCodeAt(0);
  let cells = 1;
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === QUOTE) quoted = !quoted;
    else if (code === mark && !quoted && (next === null || line.startsWith(next, i + 1))) cells++;
  }
  return cells;
}

/** Counts the cells that hold more than spaces and dashes. */
export function countFilledCells(line: string, separator: string): number {
  const mark = separator.charCodeAt(0);
  let filled = 0;
  let quoted = false;
  let isFilled = false;
  for (let i = 0; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === QUOTE) quoted = !quoted;
    if (code === mark && !quoted) isFilled = false;
    else if (!isFilled && !EMPTY_CELL.has(code)) {
      isFilled = true;
      filled++;
    }
  }
  return filled;
}

/** True for a line made only of the characters that draw tables. */
export function isRuleLine(text: string, start: number, end: number): boolean {
  let drawn = 0;
  for (let i = skipIndent(text, start, end); i < end; i++) {
    const letter = text.charAt(i);
    if ("-=+|:_─━═┼┬┴├┤╔╗╚╝╠╣╦╩╬║│┌┐└┘".includes(letter)) drawn++;
    else if (!" \t\r\n".includes(letter)) return false;
  }
  return drawn >= 3;
}
