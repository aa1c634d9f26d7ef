// Adds the units of a text that was cut in a draft of its own to the draft of the text around it. In: both drafts, the
// place of the inner text, and what it depends on. Out: the outer draft, which goes on behind the inner text. Never
// cuts inside an escape sequence.
import type { Draft, Frame } from "../draft.ts";
import { afterSequence } from "./escapes.ts";

/** Where an inner text is. */
interface Place {
  readonly start: number;
  /** It is a string with escape sequences. */
  readonly isString: boolean;
}

/** Adds the units of a text that starts at `start`. Those without a head of their own depend on `outer`. */
export function takeUnits(draft: Draft, inner: Draft, { start, isString }: Place, outer: Frame): void {
  const { text, units } = draft;
  const first = units.length;
  for (const unit of inner.units) {
    const from = units.at(-1)?.end ?? 0;
    const to = unit.end + start;
    const head = unit.head === -1 ? outer.head : unit.head + first;
    const context = unit.context === "" ? outer.context : unit.context;
    units.push({
      ...unit,
      start: from,
      end: isString ? Math.max(afterSequence(text, to, from), from + 1) : to,
      head,
      context,
    });
  }
  for (const list of ["sections", "passages", "blocks"] as const) {
    for (const unit of inner[list]) draft[list].push(unit + first);
  }
  draft.at = start + inner.text.length;
}
