// Adds the units of an inner text, which was cut in a draft of its own, to the draft of the text around it. In: both
// drafts, a function that maps ends of units, and the frame of the inner text. Out: the outer draft, which continues
// after the inner text.
import type { Draft, Frame } from "./draft.ts";

/** Maps a unit's end in the inner text to its end in the outer text, after `from`. Called for the units in order. */
type EndOf = (end: number, from: number) => number;

/** Units without a head or a context of their own get that of `outer`. */
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
