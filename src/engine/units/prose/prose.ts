// Prose: sentences, gathered up to a readable size, in paragraphs. Works on a range of a text, so that Markdown,
// dialogue and markup can hand their running text over.
import { isSpace, NEWLINE, SPACE } from "../../../text/char-codes.ts";
import { isBlank, lineEnd, skipIndent, skipSpace } from "../../../text/offsets.ts";
import { addPiece, type Draft, type Frame, NO_FRAME, openSection, type Piece } from "../draft/draft.ts";
import { isLowerCase, mayEndSentence, sentenceEndAt, unitChars } from "./sentences.ts";
import { opensItem, type Paragraph, paragraphAt } from "./wrapping.ts";

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

interface Reading extends Lines {
  /** Where the sentence begins, or the part of one, that is being read. */
  from: number;
  /** The last weaker boundary up to `seen`: where a sentence that turns out too long may be cut. */
  weak: number;
  seen: number;
}

/** Cuts `[draft.at, end)` into sentences; each counts one, the later parts of a very long one nothing. */
export function cutProse(
  draft: Draft,
  end: number,
  frame: Frame = NO_FRAME,
  joinUpTo = unitChars(draft.text, draft.at, end),
): void {
  const { text } = draft;
  const sentence = { count: 1, joinUpTo };
  const part = { count: 0, joinUpTo, continues: true };
  let piece: Piece = sentence;
  let from = draft.at;
  const reading = { text, end, from, lineFrom: from, paragraph: NO_PARAGRAPH, weak: -1, seen: from - 1 };
  for (let i = from; i < end; i++) {
    i = nextMark(text, i, Math.min(end, from + SENTENCE_CHARS_SOFT));
    if (i >= end) break;
    const code = text.charCodeAt(i);
    const isTooLong = i - from >= SENTENCE_CHARS_SOFT;
    if (isTooLong && code === SPACE) i = lastSpace(text, i, Math.min(end - 1, turnEnd(from, i)));
    const sentenceEnd = mayEndSentence(code) ? sentenceEndAt(text, i, from, end) : otherCut(reading, i, isTooLong);
    const isStrong = sentenceEnd > from;
    const cut = isStrong || !isTooLong ? sentenceEnd : weakCut(reading, i);
    if (cut <= from) {
      if (isTooLong && (i - from) % CHARS_A_TURN === 0) draft.checkpoint();
      continue;
    }
    addPiece(draft, cut, piece, frame);
    if (endsParagraph(text, cut, from)) openSection(draft);
    piece = isStrong ? sentence : part;
    from = cut;
    reading.from = cut;
    if (cut > i) {
      i = cut - 1;
      reading.lineFrom = cut;
    }
  }
  addPiece(draft, end, piece, frame);
}

/**
 * The first character in [from, to) that says where to cut, or the place behind them. A loop of its own: within all
 * that is asked at a mark, the stage took 1.2 times as long for prose.
 */
function nextMark(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && (MARKS[text.charCodeAt(at)] ?? 0) <= WEAK) at++;
  return at;
}

/** The first place behind `at` at which a checkpoint is due in a sentence from `from` on. */
function turnEnd(from: number, at: number): number {
  return at + CHARS_A_TURN - ((at - from) % CHARS_A_TURN);
}

/** The last space of the run at `at`, up to and including `to`: the others say nothing about where to cut. */
function lastSpace(text: string, at: number, to: number): number {
  let last = at;
  while (last < to && text.charCodeAt(last + 1) === SPACE) last++;
  return last;
}

/** Behind the line or the phrase that the character at `at` ends, and the white space there; else -1. */
function otherCut(reading: Reading, at: number, isTooLong: boolean): number {
  const { text, end, from } = reading;
  if (text.charCodeAt(at) === NEWLINE) return newlineCut(reading, at);
  // The space itself has no mark: the letter before it is asked, or, where all are asked, the space.
  const space = isTooLong ? at : at + 1;
  return space < end && space - from > PHRASE_CHARS && partsPhrases(text, space) ? space + 1 : -1;
}

/** Behind the last semicolon or comma up to `at`, and the white space there; -1 where the sentence has none. */
function weakCut(reading: Reading, at: number): number {
  const { text, end, from, seen } = reading;
  let last = at;
  while (last > seen && MARKS[text.charCodeAt(last)] !== WEAK) last--;
  if (last > seen) reading.weak = last + 1;
  reading.seen = at;
  return reading.weak > from ? skipSpace(text, reading.weak, end) : -1;
}

/** A space between two letters of a script that writes its words together. */
function partsPhrases(text: string, at: number): boolean {
  return text.charCodeAt(at) === SPACE && isUnspaced(text.charCodeAt(at - 1)) && isUnspaced(text.charCodeAt(at + 1));
}

/** Thai, Lao, Tibetan, Myanmar, Khmer and their neighbours. */
function isUnspaced(code: number): boolean {
  return code >= 0xe00 && code <= 0x17ff;
}

/** A line shorter than this was not broken to fit a page: its newline means something. */
const WRAPPED_LINE_CHARS_MIN = 50;

/** A line of fewer characters fills no page, however wide these are. */
const PAGE_CHARS_MIN = 24;

/** Text that is read line by line. */
export interface Lines {
  readonly text: string;
  readonly end: number;
  /** Where the present line begins. */
  lineFrom: number;
  /** The paragraph that it lies in, or one before it. */
  paragraph: Paragraph;
}

const NO_PARAGRAPH: Paragraph = { until: 0, isWrapped: false };

/** Behind the newline at `at` and all white space there, where it ends a piece; else -1. Ends the line. */
function newlineCut(lines: Lines, at: number): number {
  const { text, end, lineFrom } = lines;
  lines.lineFrom = at + 1;
  if (at - lineFrom >= PAGE_CHARS_MIN) {
    if (lineFrom >= lines.paragraph.until) lines.paragraph = paragraphAt(text, lineFrom, end);
    if (lines.paragraph.isWrapped && !isBlankLine(text, at + 1, end)) return -1;
  }
  return newlineEnds(text, at, lineFrom, end) ? skipSpace(text, at, end) : -1;
}

/** A newline ends a piece unless the line was wrapped: long, and the next one goes on in lower case or in brackets. */
function newlineEnds(text: string, at: number, lineFrom: number, end: number): boolean {
  if (at - lineFrom < WRAPPED_LINE_CHARS_MIN || isBlankLine(text, at + 1, end)) return true;
  const next = skipIndent(text, at + 1, end);
  if (next >= end || opensItem(text, next)) return true;
  return !isLowerCase(text, next) && !isBracketOpen(text, lineFrom, at);
}

/** A bracket that the line opens and does not close. */
function isBracketOpen(text: string, from: number, to: number): boolean {
  for (let at = to - 1; at >= from; at--) {
    const letter = text.charAt(at);
    if ("([（【「『".includes(letter)) return true;
    if (")]）】」』".includes(letter)) return false;
  }
  return false;
}

function isBlankLine(text: string, start: number, end: number): boolean {
  return isBlank(text, start, lineEnd(text, start, end));
}

/** Two newlines in the white space before `cut`. */
function endsParagraph(text: string, cut: number, from: number): boolean {
  let newlines = 0;
  for (let i = cut - 1; i >= from && isSpace(text.charCodeAt(i)); i--) {
    if (text.charCodeAt(i) === NEWLINE && ++newlines === 2) return true;
  }
  return false;
}
