// Prose: sentences, gathered up to a readable size, in paragraphs. Works on a range of a text, so that Markdown,
// dialogue and markup can hand their running text over.
import { NEWLINE, SPACE } from "../../text/char-codes.ts";
import { skipSpace } from "../../text/offsets.ts";
import { addPiece, type Piece } from "./add-piece.ts";
import { type Draft, type Frame, NO_FRAME, openSection } from "./draft.ts";
import { endsParagraph, isBlankLine, newlineEnds } from "./newline.ts";
import { mayEndSentence, sentenceEndAt } from "./sentence-end.ts";
import { unitChars } from "./sentence-size.ts";
import { type Paragraph, paragraphAt } from "./wrapping.ts";

/** A sentence longer than this is cut at a weaker boundary: a semicolon, a comma, or a space between unspaced words. */
const SENTENCE_CHARS_SOFT = 480;

/** Scripts that mark phrases, not sentences, with a space (Thai, Lao, Khmer, Myanmar) cut there from this length on. */
const PHRASE_CHARS = 100;

/** Semicolons and commas, of several scripts. */
const WEAK_MARKS = ",;，、；،؛";

const WEAK = 1;
const UNSPACED = 2;
const OTHER_MARK = 3;

/**
 * Which UTF-16 codes say anything about where to cut: a table, because every character of a text is asked about. Spaces
 * and commas, one character in five, say so only where a sentence grows long: to stop at each cost a third of cutting.
 */
const MARKS = new Uint8Array(0x10000);
for (let code = 0; code < MARKS.length; code++) {
  if (mayEndSentence(code) || code === NEWLINE) MARKS[code] = OTHER_MARK;
  else if (isUnspaced(code)) MARKS[code] = UNSPACED;
}
for (const mark of WEAK_MARKS) MARKS[mark.charCodeAt(0)] = WEAK;

/** Characters of a sentence without any boundary that are read between two checkpoints: less than a millisecond. */
const CHARS_A_TURN = 1 << 15;

/** A line of fewer characters fills no page, however wide these are. */
const PAGE_CHARS_MIN = 24;

/** Cuts `[draft.at, end)` into sentences; each counts one, the later parts of a very long one nothing. */
export function cutProse(
  draft: Draft,
  end: number,
  frame: Frame = NO_FRAME,
  joinUpTo = unitChars(draft.text, draft.at, end),
): void {
  const { text } = draft;
  let from = draft.at;
  let lineFrom = from;
  // The last weaker boundary up to `seen`: where a sentence that turns out too long may be cut.
  let weak = -1;
  let seen = from - 1;
  const sentence = { count: 1, joinUpTo };
  const part = { count: 0, joinUpTo, continues: true };
  let piece: Piece = sentence;
  let paragraph: Paragraph = { until: 0, isWrapped: false };
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i);
    const mark = MARKS[code] ?? 0;
    const isTooLong = i - from >= SENTENCE_CHARS_SOFT;
    if (mark <= WEAK && !isTooLong) continue;
    let cut = -1;
    if (code === NEWLINE) {
      const isLong = i - lineFrom >= PAGE_CHARS_MIN;
      if (isLong && lineFrom >= paragraph.until) paragraph = paragraphAt(text, lineFrom, end);
      const isWrapped = isLong && paragraph.isWrapped && !isBlankLine(text, i + 1, end);
      cut = !isWrapped && newlineEnds(text, i, lineFrom, end) ? skipSpace(text, i, end) : -1;
      lineFrom = i + 1;
    } else if (mayEndSentence(code)) cut = sentenceEndAt(text, i, from, end);
    else {
      // The space itself has no mark: the letter before it is asked, or, where all are asked, the space.
      const space = isTooLong ? i : i + 1;
      if (space < end && space - from > PHRASE_CHARS && partsPhrases(text, space)) cut = space + 1;
    }
    const isStrong = cut > from;
    if (!isStrong) {
      if (!isTooLong) continue;
      for (let at = i; at > seen && weak <= at; at--) if (MARKS[text.charCodeAt(at)] === WEAK) weak = at + 1;
      seen = i;
      if (weak <= from) {
        if ((i - from) % CHARS_A_TURN === 0) draft.checkpoint();
        continue;
      }
      cut = skipSpace(text, weak, end);
    }
    addPiece(draft, cut, piece, frame);
    if (endsParagraph(text, cut, from)) openSection(draft);
    piece = isStrong ? sentence : part;
    from = cut;
    if (cut > i) {
      i = cut - 1;
      lineFrom = cut;
    }
  }
  addPiece(draft, end, piece, frame);
}

/** A space between two letters of a script that writes its words together. */
function partsPhrases(text: string, at: number): boolean {
  return text.charCodeAt(at) === SPACE && isUnspaced(text.charCodeAt(at - 1)) && isUnspaced(text.charCodeAt(at + 1));
}

/** Thai, Lao, Tibetan, Myanmar, Khmer and their neighbours. */
function isUnspaced(code: number): boolean {
  return code >= 0xe00 && code <= 0x17ff;
}
