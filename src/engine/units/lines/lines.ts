// Cuts text line by line. For plain lines (output in no known format) indentation and blank lines determine the units;
// for other types, rules give each line a role (heading, start or continuation of an item). Never looks at more than
// two lines at a time, and never parses YAML or any other format.
import { COLON, isBlank, lineEnd, skipIndent, trimEnd } from "../../../text/characters.ts";
import {
  addHeading,
  addPiece,
  addTail,
  closeHeadings,
  type Draft,
  type Frame,
  frameOf,
  type Headings,
  NO_FRAME,
  noHeadings,
  openHeading,
  openPassage,
  openSection,
  type Piece,
  seal,
} from "../draft.ts";
import type { Sample } from "../line-patterns.ts";

/** Short neighbouring lines share a unit up to this length. */
const LINES_UNIT_CHARS = 160;

/** Fewer lines than this say nothing about the text. */
const LINES_MIN = 4;

/** In a text of lines, the share of running text is below this. */
const RUNNING_SHARE_MAX = 0.25;

/**
 * Cuts `[draft.at, end)` into lines. Each counts as one, even if blank. Lines indented below a line that ends in a
 * colon depend on it, as in YAML and the output of many tools. So do the indented lines of an entry on its first line,
 * as in the configuration of a router.
 */
export function cutLines(draft: Draft, end: number, frame: Frame = NO_FRAME): void {
  const { text } = draft;
  const headings = noHeadings(frame);
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    const content = skipIndent(text, from, stop);
    const visible = trimEnd(text, content, stop);
    if (isDocumentStart(text, from, stop, end)) openPassage(draft);
    if (visible === content) {
      addPiece(draft, stop, { count: 1, joinUpTo: 0 });
      openSection(draft);
      continue;
    }
    closeHeadings(headings, content - from);
    const opensEntry = frame === NO_FRAME && content === from && isIndented(text, stop, end);
    if (opensEntry) seal(draft);
    const unit = addPiece(draft, stop, { count: 1, joinUpTo: LINES_UNIT_CHARS }, frameOf(headings));
    const isColonLast = text.charCodeAt(visible - 1) === COLON;
    if (isColonLast || opensEntry)
      openHeading(headings, content - from, unit, text.slice(content, isColonLast ? visible - 1 : visible));
  }
}

/** True if the line at `from` is indented and not blank. */
function isIndented(text: string, from: number, end: number): boolean {
  const stop = lineEnd(text, from, end);
  const content = skipIndent(text, from, stop);
  return content > from && trimEnd(text, content, stop) > content;
}

/** True for `---` above a key, which starts another document of the same YAML stream. */
function isDocumentStart(text: string, from: number, stop: number, end: number): boolean {
  if (from === 0 || !text.startsWith("---", from) || trimEnd(text, from, stop) !== from + 3) return false;
  return KEY.test(text.slice(stop, Math.min(lineEnd(text, stop, end), stop + KEY_CHARS_MAX)));
}

/** How much of a line is searched for a key: more than the longest key with its quotes. */
const KEY_CHARS_MAX = 80;
const KEY = /^["']?[\w./-]{1,60}["']?:(?:\s|$)/;

/** Matches a line that contains the end of a sentence, at its end or inside, or a CJK comma, full stop or semicolon. */
const SENTENCE_LINE = /[.!?。！？।؟…]["')\]”’」』]{0,2}(?:$|\s+\p{Lu})|[，。；]/u;

/** A longer line is running text. So is one of at least `WRAPPED_LINE_CHARS` if the next line starts in lower case. */
const RUNNING_LINE_CHARS = 100;
const WRAPPED_LINE_CHARS = 50;

function isRunningText(line: string, next: string): boolean {
  if (line.length > RUNNING_LINE_CHARS || SENTENCE_LINE.test(line)) return true;
  return line.length >= WRAPPED_LINE_CHARS && /^\p{Ll}/u.test(next);
}

/** True for several lines, most of them too short or too bare to be running text. */
export function looksLikeLines({ lines }: Sample): boolean {
  const running = lines.filter((line, index) => isRunningText(line, lines[index + 1] ?? "")).length;
  return lines.length >= LINES_MIN && running < RUNNING_SHARE_MAX * lines.length;
}

/**
 * Roles from 0 up are headings; 0 is the highest rank. Lines below a heading depend on it until the next heading of the
 * same or a higher rank.
 */
export const ITEM = -1;
/** Continues the item before it. */
export const MORE = -2;
/** Independent; may share a unit with its neighbours. */
export const PLAIN = -3;
/** Belongs to the unit before it, of any role: a rule drawn below something. */
export const TAIL = -4;
/** Continues the item before it. If that is full, the line is a unit of its own, searched by the item's first line. */
export const CAUSE = -5;

export interface LineRules {
  /** Returns the role of the line `[start, end)`, newline included. Never called with a blank line. */
  readonly roleOf: (text: string, start: number, end: number) => number;
  /** True if the record counts items (events, turns, results), false if it counts lines. */
  readonly countsItems: boolean;
  /** An item and its continuation lines stay one unit up to this many characters. */
  readonly itemChars: number;
  /** Items share a unit up to this total length; 0 keeps each one apart. */
  readonly joinItems: number;
  /** Plain lines share a unit up to this many characters. So do the further lines of a full item. */
  readonly joinLines: number;
}

/** Cuts `[draft.at, end)`. Lines without a heading of their own depend on `outer`. */
export function cutByLines(draft: Draft, end: number, rules: LineRules, outer: Frame = NO_FRAME): void {
  const { text } = draft;
  const state: State = { rules, pieces: piecesOf(rules), headings: noHeadings(outer), item: -1, afterBlank: false };
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    const isGap = isBlank(text, from, stop);
    if (isGap) addPiece(draft, stop, state.pieces.gap);
    else addLine(draft, state, stop, rules.roleOf(text, from, stop));
    state.afterBlank = isGap;
  }
}

interface State {
  readonly rules: LineRules;
  readonly pieces: Pieces;
  readonly headings: Headings;
  /** The unit of the current item, or -1 outside of an item. */
  item: number;
  afterBlank: boolean;
}

/** The piece for each role. Created once, because there may be a million lines. */
interface Pieces {
  readonly gap: Piece;
  readonly item: Piece;
  readonly more: Piece;
  readonly moreOfFull: Piece;
  readonly plain: Piece;
}

function piecesOf({ countsItems, joinItems, itemChars, joinLines }: LineRules): Pieces {
  const count = countsItems ? 0 : 1;
  return {
    gap: { count, joinUpTo: 0 },
    item: { count: 1, joinUpTo: joinItems },
    more: { count, joinUpTo: itemChars, continues: countsItems },
    moreOfFull: { count, joinUpTo: joinLines, continues: countsItems },
    plain: { count, joinUpTo: joinLines },
  };
}

function addLine(draft: Draft, state: State, stop: number, role: number): void {
  const { rules, pieces, headings, item } = state;
  if (role >= 0) {
    const line = draft.text.slice(draft.at, stop);
    addHeading(draft, headings, stop, { rank: role, line, count: pieces.plain.count });
    state.item = -1;
  } else if (role === ITEM) {
    if (rules.joinItems === 0) seal(draft);
    state.item = addPiece(draft, stop, pieces.item, frameOf(headings));
  } else if (role === MORE && item !== -1) {
    const isFull = draft.units.length - 1 !== item;
    addPiece(draft, stop, isFull ? pieces.moreOfFull : pieces.more, { head: item, context: "" });
  } else if (role === CAUSE && item !== -1) {
    addCause(draft, state, stop);
  } else if (role === TAIL) {
    addTail(draft, stop, pieces.plain.count);
  } else {
    if (state.afterBlank) openSection(draft);
    state.item = -1;
    addPiece(draft, stop, pieces.plain, frameOf(headings));
  }
}

/** How much of an item's first line is searched with its cause. */
const CAUSE_CONTEXT_CHARS_MAX = 160;

/** A long trace names its cause far below the event: a reader needs both, and not the frames between them. */
function addCause(draft: Draft, { pieces, item }: State, stop: number): void {
  const { text, units } = draft;
  const { start = 0, end = 0 } = units[item] ?? {};
  if (units.length - 1 === item && stop - start <= pieces.more.joinUpTo) {
    addPiece(draft, stop, pieces.more);
    return;
  }
  seal(draft);
  const context = text.slice(start, Math.min(lineEnd(text, start, end), start + CAUSE_CONTEXT_CHARS_MAX));
  addPiece(draft, stop, pieces.more, { head: item, context });
  seal(draft);
}
