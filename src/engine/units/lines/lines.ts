// Cuts text line by line: rules give each line a role (heading, start or continuation of an item). A text and rules
// come in, units go out. Never looks at more than one line at a time.
import { isBlank, lineEnd } from "../../../text/characters.ts";
import {
  addHeading,
  addPiece,
  addTail,
  type Draft,
  type Frame,
  frameOf,
  type Headings,
  NO_FRAME,
  noHeadings,
  openSection,
  type Piece,
  seal,
} from "../draft.ts";

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
  /** If each line has a stamp: where the text after the stamp of the line at `start` begins. */
  readonly bodyAt?: (text: string, start: number) => number;
  /** True if the record counts items (events, turns, results), false if it counts lines. */
  readonly countsItems: boolean;
  /** An item and its continuation lines stay one unit up to this many characters. */
  readonly itemChars: number;
  /** Items share a unit up to this total length; 0 keeps each one apart. */
  readonly joinItems: number;
  /** A heading is a unit of its own, so that it stays short. Otherwise it shares a unit with the text below it. */
  readonly sealsHeadings?: boolean;
  /** Plain lines share a unit up to this many characters. So do the further lines of a full item. */
  readonly joinLines: number;
}

/** Cuts `[draft.at, end)`. Lines without a heading of their own depend on `outer`. */
export function cutByLines(draft: Draft, end: number, rules: LineRules, outer: Frame = NO_FRAME): void {
  const { text } = draft;
  const state: State = {
    rules,
    pieces: piecesOf(rules),
    headings: noHeadings(outer),
    item: -1,
    cause: -1,
    afterBlank: false,
  };
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    const body = rules.bodyAt?.(text, from) ?? from;
    const isGap = isBlank(text, body, stop);
    if (!isGap) addLine(draft, state, { body, stop });
    else if (body === from) addPiece(draft, stop, state.pieces.gap);
    else endParagraph(draft, state, stop);
    state.afterBlank = isGap;
  }
}

interface State {
  readonly rules: LineRules;
  readonly pieces: Pieces;
  readonly headings: Headings;
  /** The unit of the current item, or -1 outside of an item. */
  item: number;
  /** The unit that names the last cause in the item, or else the unit of the item itself. */
  cause: number;
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

/** Adds a line with nothing but its stamp. It ends a paragraph, and the item in it. */
function endParagraph(draft: Draft, state: State, stop: number): void {
  addTail(draft, stop, 1);
  openSection(draft);
  state.item = -1;
}

interface Line {
  readonly body: number;
  readonly stop: number;
}

function addLine(draft: Draft, state: State, { body, stop }: Line): void {
  const { rules, pieces, headings, item } = state;
  const role = rules.roleOf(draft.text, body, stop);
  if (role >= 0) {
    const line = draft.text.slice(body, stop);
    addHeading(draft, headings, stop, { rank: role, line, count: pieces.plain.count });
    if (rules.sealsHeadings) seal(draft);
    state.item = -1;
  } else if (role === ITEM) {
    if (rules.joinItems === 0) seal(draft);
    state.item = addPiece(draft, stop, pieces.item, frameOf(headings));
    state.cause = state.item;
  } else if (role === MORE && item !== -1) {
    const isFull = draft.units.length - 1 !== item;
    addPiece(draft, stop, isFull ? pieces.moreOfFull : pieces.more, { head: state.cause, context: "" });
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
function addCause(draft: Draft, state: State, stop: number): void {
  const { pieces, item } = state;
  const { text, units } = draft;
  const { start = 0, end = 0 } = units[item] ?? {};
  if (units.length - 1 === item && stop - start <= pieces.more.joinUpTo) {
    addPiece(draft, stop, pieces.more);
    return;
  }
  seal(draft);
  const opening = text.slice(start, Math.min(end, start + CAUSE_CONTEXT_CHARS_MAX));
  const context = opening.slice(0, lineEnd(opening, 0, opening.length));
  state.cause = addPiece(draft, stop, pieces.more, { head: item, context });
  seal(draft);
}
