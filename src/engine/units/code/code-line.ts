// The layout of one line of source code, in any language: where its content starts, how far it is indented, whether it
// only closes what stands above. Lines may carry the numbers a file viewer prints.
import { CLOSE_BRACE, CLOSE_BRACKET, CLOSE_PARENTHESIS, COLON, isDigit, SPACE, TAB } from "../../../text/char-codes.ts";
import { isBlank, lineEnd, skipIndent } from "../../../text/offsets.ts";
import { matchesAt } from "../patterns.ts";

/** Columns a tab stands for when indentations are compared. */
const TAB_COLUMNS = 4;

/** A file viewer's line number: `12:`, `12|`, `12\t`, `12→`, `12-`. */
const LINE_NUMBER = /[ \t]{0,8}\d{1,6}(?:[:|→][ \t]?|\t|-(?=[ \t]))/y;

/** The first character of the line `[start, end)` that is neither a viewer's line number nor indentation. */
export function contentStart(text: string, start: number, end: number): number {
  const first = skipIndent(text, start, end);
  const isNumber = first < end && isDigit(text.charCodeAt(first));
  return isNumber ? skipIndent(text, behindNumber(text, start, end), end) : first;
}

function behindNumber(text: string, start: number, end: number): number {
  if (!matchesAt(LINE_NUMBER, text, start) || LINE_NUMBER.lastIndex > end) return start;
  // The blank behind the number's colon is indentation as often as not: give it back.
  const at = LINE_NUMBER.lastIndex;
  const isColonTab = text.charCodeAt(at - 1) === TAB && text.charCodeAt(at - 2) === COLON;
  return text.charCodeAt(at - 1) === SPACE || isColonTab ? at - 1 : at;
}

/** Columns of white space right before `content`. */
export function columnOf(text: string, start: number, content: number): number {
  let columns = 0;
  for (let i = content - 1; i >= start; i--) {
    const code = text.charCodeAt(i);
    if (code === SPACE) columns++;
    else if (code === TAB) columns += TAB_COLUMNS;
    else break;
  }
  return columns;
}

/** A line that only closes what stands above it, and belongs there: `}`, `)`, `]`, `end`. */
export function closesOnly(text: string, content: number, end: number): boolean {
  const code = text.charCodeAt(content);
  if (code === CLOSE_BRACE || code === CLOSE_PARENTHESIS || code === CLOSE_BRACKET) return true;
  return text.startsWith("end", content) && isBlank(text, content + 3, end);
}

/** True when the line is indented below a viewer's number or without one. */
export function isIndented(line: string): boolean {
  const content = contentStart(line, 0, line.length);
  return columnOf(line, 0, content) >= 2;
}

/** True when the line carries a viewer's number. */
export function isNumbered(line: string): boolean {
  return behindNumber(line, 0, line.length) > 0;
}

/** Lines in `[start, end)`. */
export function countLines(text: string, start: number, end: number): number {
  let lines = 0;
  for (let at = start; at < end; at = lineEnd(text, at, end)) lines++;
  return lines;
}
