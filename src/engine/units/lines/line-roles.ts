// Cuts text whose lines speak for themselves: each line has a role (heading, start of an item, more of the item,
// plain), told by the content type's own rules, and the units follow from the roles. Never looks at more than one line
// at a time.
import { isBlank, lineEnd } from "../../../text/offsets.ts";
import { addPiece, addTail, type Draft, type Frame, NO_FRAME, openSection, type Piece, seal } from "../draft/draft.ts";
import { addHeading, frameOf, type Headings, noHeadings } from "../draft/headings.ts";

/**
 * Roles from 0 up are headings, 0 the highest rank; what follows a heading hangs on it until one of its rank or
 * above.
 */
export const ITEM = -1;
/** Carries on the item before it. */
export const MORE = -2;
/** Stands by itself and may share a unit with its neighbours. */
export const PLAIN = -3;
/** Belongs to the unit before it, whatever that is: a rule drawn below something. */
export const TAIL = -4;

export interface LineRules {
  /** The role of the line `[start, end)`, its newline included; never called with a blank line. */
  readonly roleOf: (text: string, start: number, end: number) => number;
  /** True when the record counts items (events, turns, results), false when it counts lines. */
  readonly countsItems: boolean;
  /** An item and the lines that carry it on stay one unit up to this many characters. */
  readonly itemChars: number;
  /** Items no longer than this together share a unit; 0 keeps each apart. */
  readonly joinItems: number;
  /** Plain lines, and further lines of an item that is full, share a unit up to this many characters. */
  readonly joinLines: number;
}

/** Cuts `[draft.at, end)`; `outer` is what everything hangs on that stands under no heading of its own. */
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
  /** The unit of the present item; -1 outside of one. */
  item: number;
  afterBlank: boolean;
}

/** What is said of lines of each role: made once, for there may be a million of them. */
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
  } else if (role === TAIL) {
    addTail(draft, stop, pieces.plain.count);
  } else {
    if (state.afterBlank) openSection(draft);
    state.item = -1;
    addPiece(draft, stop, pieces.plain, frameOf(headings));
  }
}
