// Cuts prose into sentences, which share units up to a readable length, and paragraphs. A range of a text comes in,
// units go out, so Markdown, dialogue and mail can delegate their running text. Never parses grammar.
import { isBlank, isSpace, lineEnd, NEWLINE, SPACE, skipIndent, skipSpace } from "../../../text/characters.ts";
import { addPiece, type Draft, type Frame, NO_FRAME, openSection, type Piece, seal } from "../draft.ts";
import { cutLaidOutTable } from "./column-rows.ts";
import { type LaidOutTable, tableStart, tablesIn, WIDE_GAP } from "./columns.ts";
import {
  isLowerCase,
  mayEndSentence,
  opensWithCounter,
  opensWithLabel,
  sentenceEndAt,
  unitChars,
} from "./sentences.ts";
import { opensItem, type Paragraph, paragraphAt } from "./wrapping.ts";

/** A longer sentence is cut at a weaker boundary: a semicolon, a comma, or a space between unspaced words. */
const SENTENCE_CHARS_SOFT = 480;

/**
 * Some scripts put a space after a phrase, not a sentence (Thai, Lao, Khmer, Myanmar). A sentence of at least this
 * length is cut there.
 */
const PHRASE_CHARS = 100;

/** Semicolons and commas of several scripts. */
const WEAK_MARKS = ",;，、；،؛";

/** The sentences of a rule, which begins with a label, share a unit up to this length: it is read as a whole. */
const RULE_CHARS = 500;

const WEAK = 1;
const UNSPACED = 2;
const OTHER_MARK = 3;

/**
 * Marks the UTF-16 codes that matter for cutting. It is a table because every character is looked up. Spaces and
 * commas, one character in five, matter only in a long sentence: stopping at each cost a third of the cutting time.
 */
const MARKS = new Uint8Array(0x10000);
for (let code = 0; code < MARKS.length; code++) {
  if (mayEndSentence(code) || code === NEWLINE) MARKS[code] = OTHER_MARK;
  else if (isUnspaced(code)) MARKS[code] = UNSPACED;
}
for (const mark of WEAK_MARKS) MARKS[mark.charCodeAt(0)] = WEAK;

/** Characters to read between two checkpoints in a sentence without any boundary: less than a millisecond. */
const CHARS_PER_CHECKPOINT = 1 << 15;

interface Reading extends Lines {
  /** Where the current sentence, or the current part of one, starts. */
  from: number;
  /** The last weaker boundary up to `seen`: a sentence that turns out too long may be cut there. */
  weak: number;
  seen: number;
}

/** Cuts `[draft.at, end)` into sentences, and tables that are laid out with spaces into rows. */
export function cutProse(
  draft: Draft,
  end: number,
  frame: Frame = NO_FRAME,
  joinUpTo = unitChars(draft.text, draft.at, end),
): void {
  let after = draft.at;
  for (const table of laidOutTables(draft.text, draft.at, end)) {
    cutSentences(draft, tableStart(table), frame, joinUpTo);
    cutLaidOutTable(draft, table, frame, after);
    after = draft.at;
  }
  cutSentences(draft, end, frame, joinUpTo);
}

/** The tables in `[from, end)` that are laid out with spaces, in order. Most texts have none. */
export function laidOutTables(text: string, from: number, end: number): readonly LaidOutTable[] {
  return WIDE_GAP.test(text.slice(from, end)) ? tablesIn(text, from, end) : [];
}

/** Cuts `[draft.at, end)`. Each sentence counts as one; the later parts of a very long sentence do not count. */
function cutSentences(draft: Draft, end: number, frame: Frame, joinUpTo: number): void {
  const { text } = draft;
  const sentence = { count: 1, joinUpTo };
  const ofRule = { count: 1, joinUpTo: Math.max(joinUpTo, RULE_CHARS) };
  const part = { count: 0, joinUpTo, continues: true };
  let from = draft.at;
  let isCounter = opensWithCounter(text, from);
  let piece: Piece = isCounter ? ofRule : sentence;
  const reading = { text, end, from, lineFrom: from, paragraph: NO_PARAGRAPH, weak: -1, seen: from - 1 };
  for (let i = from; i < end; i++) {
    i = nextMark(text, i, Math.min(end, from + SENTENCE_CHARS_SOFT));
    if (i >= end) break;
    const code = text.charCodeAt(i);
    const isTooLong = i - from >= SENTENCE_CHARS_SOFT;
    if (isTooLong && code === SPACE) i = lastSpace(text, i, Math.min(end - 1, nextCheckpoint(from, i)));
    const sentenceEnd = mayEndSentence(code) ? sentenceEndAt(text, i, from, end) : otherCut(reading, i, isTooLong);
    const isStrong = sentenceEnd > from;
    const cut = isStrong || !isTooLong ? sentenceEnd : weakCut(reading, i);
    if (cut <= from) {
      if (isTooLong && (i - from) % CHARS_PER_CHECKPOINT === 0) draft.checkpoint();
      continue;
    }
    addPiece(draft, cut, piece, frame);
    if (endsParagraph(text, cut, from)) openSection(draft);
    const continuesRule = piece === ofRule && (isCounter || lastLineIn(text, from, cut) === null);
    isCounter = opensWithCounter(text, cut);
    const opensRule = isCounter || opensWithLabel(text, cut);
    if (opensRule) seal(draft);
    if (!isStrong) piece = part;
    else piece = opensRule || continuesRule ? ofRule : sentence;
    from = cut;
    reading.from = cut;
    if (cut > i) {
      reading.lineFrom = lastLineIn(text, i, cut) ?? reading.lineFrom;
      i = cut - 1;
    }
  }
  addPiece(draft, end, piece, frame);
}

/**
 * The first character in `[from, to)` that matters for cutting, or the offset after the range. A separate loop: inlined
 * among the checks at a mark, prose took 1.2 times as long.
 */
function nextMark(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && (MARKS[text.charCodeAt(at)] ?? 0) <= WEAK) at++;
  return at;
}

/** The first offset after `at` at which a sentence that starts at `from` is due for a checkpoint. */
function nextCheckpoint(from: number, at: number): number {
  return at + CHARS_PER_CHECKPOINT - ((at - from) % CHARS_PER_CHECKPOINT);
}

/** The last space of the run at `at`, up to and including `to`. The other spaces do not matter for cutting. */
function lastSpace(text: string, at: number, to: number): number {
  let last = at;
  while (last < to && text.charCodeAt(last + 1) === SPACE) last++;
  return last;
}

/**
 * The offset after the line or phrase that the character at `at` ends, and after the white space there; otherwise -1.
 */
function otherCut(reading: Reading, at: number, isTooLong: boolean): number {
  const { text, end, from } = reading;
  if (text.charCodeAt(at) === NEWLINE) return newlineCut(reading, at);
  // A space has no mark of its own, so the letter before it is checked. In a sentence that is too long, every character
  // is checked, the space included.
  const space = isTooLong ? at : at + 1;
  return space < end && space - from > PHRASE_CHARS && separatesPhrases(text, space) ? space + 1 : -1;
}

/** The offset after the last semicolon or comma up to `at` and the white space there, or -1 if there is none. */
function weakCut(reading: Reading, at: number): number {
  const { text, end, from, seen } = reading;
  let last = at;
  while (last > seen && MARKS[text.charCodeAt(last)] !== WEAK) last--;
  if (last > seen) reading.weak = last + 1;
  reading.seen = at;
  return reading.weak > from ? skipSpace(text, reading.weak, end) : -1;
}

/** True for a space between two letters of a script that puts no spaces between words. */
function separatesPhrases(text: string, at: number): boolean {
  return text.charCodeAt(at) === SPACE && isUnspaced(text.charCodeAt(at - 1)) && isUnspaced(text.charCodeAt(at + 1));
}

/** True for Thai, Lao, Tibetan, Myanmar, Khmer and their neighbours. */
function isUnspaced(code: number): boolean {
  return code >= 0xe00 && code <= 0x17ff;
}

/** A shorter line was not broken to fit a page, so its newline means something. */
export const WRAPPED_LINE_CHARS_MIN = 50;

/** A line of fewer characters does not fill a page, however wide its characters are. */
const PAGE_CHARS_MIN = 24;

/** Text that is read line by line. */
export interface Lines {
  readonly text: string;
  readonly end: number;
  /** Where the current line starts. */
  lineFrom: number;
  /** The paragraph around the current line, or an earlier one. */
  paragraph: Paragraph;
}

const NO_PARAGRAPH: Paragraph = { until: 0, isWrapped: false };

/**
 * The offset after the newline at `at` and all white space there if the newline ends a piece, otherwise -1. Moves on to
 * the next line.
 */
function newlineCut(lines: Lines, at: number): number {
  const { text, end, lineFrom } = lines;
  lines.lineFrom = at + 1;
  if (at - lineFrom >= PAGE_CHARS_MIN) {
    if (lineFrom >= lines.paragraph.until) lines.paragraph = paragraphAt(text, lineFrom, end);
    if (lines.paragraph.isWrapped && !isBlankLine(text, at + 1, end)) return -1;
  }
  return newlineEnds(text, at, lineFrom, end) ? skipSpace(text, at, end) : -1;
}

/** Where the last line that begins in `(from, to]` starts, or null if none does. */
function lastLineIn(text: string, from: number, to: number): number | null {
  for (let at = to; at > from; at--) if (text.charCodeAt(at - 1) === NEWLINE) return at;
  return null;
}

/** True unless the line was wrapped: it is long, and the next one continues in lower case or inside brackets. */
function newlineEnds(text: string, at: number, lineFrom: number, end: number): boolean {
  if (at - lineFrom < WRAPPED_LINE_CHARS_MIN || isBlankLine(text, at + 1, end)) return true;
  const next = skipIndent(text, at + 1, end);
  if (next >= end || opensItem(text, next)) return true;
  return !isLowerCase(text, next) && !isBracketOpen(text, lineFrom, at);
}

/** True if the line opens a bracket and does not close it. */
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

/** True for two newlines in the white space before `cut`. */
function endsParagraph(text: string, cut: number, from: number): boolean {
  let newlines = 0;
  for (let i = cut - 1; i >= from && isSpace(text.charCodeAt(i)); i--) {
    if (text.charCodeAt(i) === NEWLINE && ++newlines === 2) return true;
  }
  return false;
}
