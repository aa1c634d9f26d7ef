// Cuts text whose lines speak for themselves: each line has a role (heading, start of an item, more of the item,
// plain), told by the content type's own rules, and the units follow from the roles. Never looks at more than one line
// at a time.
import { isBlank, lineEnd } from "../../text/offsets.ts";
import { addPiece, addTail } from "./add-piece.ts";
import { type Draft, type Frame, NO_FRAME, openSection, seal } from "./draft.ts";
import { closeHeadings, frameOf, noHeadings, openHeading } from "./heading.ts";

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
  const headings = noHeadings(outer);
  const perLine = rules.countsItems ? 0 : 1;
  const alone = { count: perLine, joinUpTo: 0 };
  const start = { count: 1, joinUpTo: rules.joinItems };
  const more = { count: perLine, joinUpTo: rules.itemChars, continues: rules.countsItems };
  const moreOfFull = { count: perLine, joinUpTo: rules.joinLines, continues: rules.countsItems };
  const line = { count: perLine, joinUpTo: rules.joinLines };
  let item = -1;
  let afterBlank = false;
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    if (isBlank(text, from, stop)) {
      addPiece(draft, stop, alone);
      afterBlank = true;
      continue;
    }
    const role = rules.roleOf(text, from, stop);
    if (role >= 0) {
      closeHeadings(headings, role);
      openSection(draft);
      const unit = addPiece(draft, stop, alone, frameOf(headings));
      openHeading(headings, role, unit, text.slice(from, stop));
      item = -1;
    } else if (role === ITEM) {
      if (rules.joinItems === 0) seal(draft);
      item = addPiece(draft, stop, start, frameOf(headings));
    } else if (role === MORE && item !== -1) {
      const isFull = draft.units.length - 1 !== item;
      addPiece(draft, stop, isFull ? moreOfFull : more, { head: item, context: "" });
    } else if (role === TAIL) {
      addTail(draft, stop, perLine);
    } else {
      if (afterBlank) openSection(draft);
      item = -1;
      addPiece(draft, stop, line, frameOf(headings));
    }
    afterBlank = false;
  }
}
