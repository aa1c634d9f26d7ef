// Finds the ends of rows in SQL: `(1,'it''s',NULL,now())`. The text and the start of a row come in, its end goes out.
// Never interprets the values.
import { APOSTROPHE, BACKSLASH, CLOSE_PARENTHESIS, lineEnd, OPEN_PARENTHESIS } from "../../../text/characters.ts";

/** The index after the row that opens at `start`; the end of the line if none opens there or it is never closed. */
export function tupleEnd(text: string, start: number, end: number): number {
  if (text.charCodeAt(start) !== OPEN_PARENTHESIS) return lineEnd(text, start, end);
  let depth = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === APOSTROPHE) at = quotedEnd(text, at, end);
    else if (code === OPEN_PARENTHESIS) depth++;
    else if (code === CLOSE_PARENTHESIS) depth--;
    if (depth === 0) return at + 1;
  }
  return end;
}

/** The index of the apostrophe that closes the one at `start`. A doubled one ends one string and begins another. */
function quotedEnd(text: string, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === APOSTROPHE) return at;
    if (code === BACKSLASH && !isLastOfString(text, at)) at++;
  }
  return end;
}

/** True if the backslash is the last character of a string, in a dialect without escapes: `'C:\\',`. */
function isLastOfString(text: string, backslash: number): boolean {
  return text.charCodeAt(backslash + 1) === APOSTROPHE && ",)".includes(text.charAt(backslash + 2));
}
