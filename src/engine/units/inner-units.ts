// Adds the units of a text that was cut in a draft of its own to the draft of the text around it. In: both drafts,
// where units end in the outer text, and what they depend on. Out: the outer draft, which goes on after the inner text.
import type { Draft, Frame } from "./draft.ts";

/** Where a unit ends in the outer text, which is after `from`, by its end in the inner text. Called in order. */
type EndOf = (end: number, from: number) => number;

/** Units without a head of their own depend on `outer`. */
export function takeUnits(draft: Draft, inner: Draft, endOf: EndOf, outer: Frame): void {
  const { units } = draft;
  const first = units.length;
  for (const unit of inner.units) {
    const start = units.at(-1)?.end ?? 0;
    const head = unit.head === -1 ? outer.head : unit.head + first;
    const context = unit.context === "" ? outer.context : unit.context;
    units.push({ ...unit, start, end: endOf(unit.end, start), head, context });
  }
  for (const list of ["sections", "passages", "blocks"] as const) {
    for (const unit of inner[list]) draft[list].push(unit + first);
  }
  draft.at = units.at(-1)?.end ?? draft.at;
}
