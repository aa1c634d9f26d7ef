// Prose: sentences, gathered up to a readable size, in paragraphs. Works on a range of a text, so that Markdown, dialogue
// and markup can hand their running text over.
import { addPiece, type Draft, type Frame, NO_FRAME, openSection, type Piece } from "./draft.ts";
import { isLetter, isSpace, NEWLINE, skipSpace } from "./offsets.ts";
import { sentenceEndAt } from "./sentence-end.ts";

/** Shorter neighbouring sentences share a unit up to this size; measured flat between 100 and 240. */
export const PROSE_UNIT_CHARS = 160;

/** A sentence longer than this is cut at a weaker boundary: a semicolon, a comma, or a space between unspaced words. */
const SENTENCE_CHARS_SOFT = 480;

/** Scripts that mark phrases, not sentences, with a space (Thai, Lao, Khmer, Myanmar) cut there from this length on. */
const PHRASE_CHARS = 100;

/** A line shorter than this was not broken to fit a page: its newline means something. */
const WRAPPED_LINE_CHARS_MIN = 50;

/** Cuts `[draft.at, end)` into sentences; each counts one. */
export function cutProse(draft: Draft, end: number, frame: Frame = NO_FRAME, joinUpTo = PROSE_UNIT_CHARS): void {
  const { text } = draft;
  const piece: Piece = { count: 1, head: frame.head, context: frame.context, joinUpTo };
  let from = draft.at;
  let lineFrom = from;
  let soft = -1;
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i);
    let cut = -1;
    if (code === NEWLINE) {
      cut = newlineEnds(text, i, lineFrom, end) ? skipSpace(text, i, end) : -1;
      lineFrom = i + 1;
    } else if (code < 128 ? code === 46 || code === 33 || code === 63 : code > 0x588) {
      cut = sentenceEndAt(text, i, from, end);
      if (cut === -1 && code >= 0xe00 && code <= 0x17ff && i - from > PHRASE_CHARS && phraseEnds(text, i, end))
        cut = i + 2;
    }
    if (cut === -1) {
      if (code === 59 || code === 44 || code === 0xff0c || code === 0x3001 || code === 0xff1b || code === 0x60c)
        soft = i + 1;
      if (i - from < SENTENCE_CHARS_SOFT || soft <= from) continue;
      cut = soft;
    }
    if (cut <= from) continue;
    addPiece(draft, cut, piece);
    if (endsParagraph(text, cut, from)) openSection(draft);
    from = cut;
    if (cut > i) {
      i = cut - 1;
      lineFrom = cut;
    }
  }
  addPiece(draft, end, piece);
}

/** A space between two letters of a script that writes its words together. */
function phraseEnds(text: string, at: number, end: number): boolean {
  if (at + 2 >= end || text.charCodeAt(at + 1) !== 32) return false;
  const next = text.charCodeAt(at + 2);
  return next >= 0xe00 && next <= 0x17ff;
}

/** A newline ends a piece unless the line was wrapped: long, and the next one goes on in lower case. */
function newlineEnds(text: string, at: number, lineFrom: number, end: number): boolean {
  if (at - lineFrom < WRAPPED_LINE_CHARS_MIN) return true;
  const next = at + 1;
  if (next >= end) return true;
  const code = text.charCodeAt(next);
  return !(isLetter(code) && code >= 97);
}

/** Two newlines in the white space before `cut`. */
function endsParagraph(text: string, cut: number, from: number): boolean {
  let newlines = 0;
  for (let i = cut - 1; i >= from && isSpace(text.charCodeAt(i)); i--) {
    if (text.charCodeAt(i) === NEWLINE && ++newlines === 2) return true;
  }
  return false;
}
