// A text without some of its parts, such as line numbers or the colours of a terminal, and the way back. In: a text and
// the places of the parts. Out: the text without them, and its units as units of the whole text.
import { type Draft, NO_FRAME } from "./draft.ts";
import { takeUnits } from "./inner-units.ts";

/** The places of the parts, in order. */
export interface Places {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export interface Removed extends Places {
  /** The text without the parts. */
  readonly bare: string;
}

export function withoutPlaces(text: string, { starts, ends }: Places): Removed {
  const pieces = starts.map((start, at) => text.slice(ends[at - 1] ?? 0, start));
  return { starts, ends, bare: pieces.join("") + text.slice(ends.at(-1)) };
}

/** Adds the units of the bare text, which has a draft of its own. A part right before a unit belongs to it. */
export function addWithParts(draft: Draft, { starts, ends }: Places, inner: Draft): void {
  let next = 0;
  /** Length of the parts before the current unit's end. */
  let width = 0;
  function endOf(end: number): number {
    while (next < starts.length && (starts[next] ?? 0) - width < end) {
      width += (ends[next] ?? 0) - (starts[next] ?? 0);
      next++;
    }
    return end + width;
  }
  takeUnits(draft, inner, endOf, NO_FRAME);
}

/** Puts the parts, taken from `text`, back into the readable form of the bare text. */
export function withParts(text: string, { starts, ends }: Places, readable: string): string {
  let from = 0;
  const pieces = starts.map((start, at) => {
    const to = from + start - (ends[at - 1] ?? 0);
    const piece = readable.slice(from, to) + text.slice(start, ends[at]);
    from = to;
    return piece;
  });
  return pieces.join("") + readable.slice(from);
}
