// Prose: sentences, gathered up to a readable size, in paragraphs. Works on a range of a text, so that Markdown,
// dialogue and markup can hand their running text over.
import { NEWLINE, SPACE } from "../../../text/char-codes.ts";
import { skipSpace } from "../../../text/offsets.ts";
import { addPiece, type Piece } from "../draft/add-piece.ts";
import { type Draft, type Frame, NO_FRAME, openSection } from "../draft/draft.ts";
import { endsParagraph, type Lines, NO_PARAGRAPH, newlineCut } from "./newline.ts";
import { mayEndSentence, sentenceEndAt } from "./sentence-end.ts";
import { unitChars } from "./sentence-size.ts";

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
