// Cuts text whose lines speak for themselves: each line has a role (heading, start of an item, more of the item, plain),
// told by the content type's own rules, and the units follow from the roles. Never looks at more than one line at a time.
import { addPiece, type Draft, openSection, seal } from "./draft.ts";
import { isBlank, lineEnd } from "./offsets.ts";

/** Roles from 0 up are headings, 0 the highest rank; what follows a heading hangs on it until one of its rank or above. */
export const ITEM = -1;
/** Carries on the item before it. */
export const MORE = -2;
/** Stands by itself and may share a unit with its neighbours. */
export const PLAIN = -3;

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

interface Heading {
  readonly rank: number;
  readonly unit: number;
}

/** Cuts `[draft.at, end)`; `outer` is the unit everything hangs on that stands under no heading of its own. */
export function cutByLines(draft: Draft, end: number, rules: LineRules, outer = -1): void {
  const { text } = draft;
  const headings: Heading[] = [];
  let item = -1;
  let afterBlank = false;
  while (draft.at < end) {
    const from = draft.at;
    const stop = lineEnd(text, from, end);
    const perLine = rules.countsItems ? 0 : 1;
    if (isBlank(text, from, stop)) {
      if (addPiece(draft, stop, { count: perLine, head: -1, context: "", joinUpTo: 0 }) === -1) draft.at = stop;
      afterBlank = true;
      continue;
    }
    const role = rules.roleOf(text, from, stop);
    if (role >= 0) {
      while ((headings.at(-1)?.rank ?? -1) >= role) headings.pop();
      openSection(draft);
      const head = headings.at(-1)?.unit ?? outer;
      const unit = addPiece(draft, stop, { count: perLine, head, context: "", joinUpTo: 0 });
      headings.push({ rank: role, unit });
      item = -1;
      afterBlank = false;
      continue;
    }
    const head = headings.at(-1)?.unit ?? outer;
    if (role === ITEM) {
      if (rules.joinItems === 0) seal(draft);
      const count = rules.countsItems ? 1 : perLine;
      item = addPiece(draft, stop, { count, head, context: "", joinUpTo: rules.joinItems });
    } else if (role === MORE && item !== -1) {
      const full = draft.units.length - 1 !== item;
      const joinUpTo = full ? rules.joinLines : rules.itemChars;
      addPiece(draft, stop, { count: perLine, head: item, context: "", joinUpTo });
    } else {
      if (afterBlank) openSection(draft);
      item = -1;
      addPiece(draft, stop, { count: perLine, head, context: "", joinUpTo: rules.joinLines });
    }
    afterBlank = false;
  }
}
