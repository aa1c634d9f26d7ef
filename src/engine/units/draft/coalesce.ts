// A bound on the number of units: where a text falls into crumbs (one-character rows, empty turns), neighbours are put
// together. Every later stage pays per unit, and nobody is served by choosing among lines of five characters.
import { int32s } from "../../../text/slab.ts";
import type { OpenUnit } from "./draft.ts";

/** Any text may have this many units, however small they are. */
const UNITS_FREE = 10_000;

/** Beyond that, units must have this many characters on average ... */
const MEAN_CHARS_MIN = 32;

/** ... and where they have not, neighbours are put together up to this many. */
const COALESCED_CHARS = 64;

/** The units themselves, or fewer and larger ones; heads follow. */
export function coalesce(units: OpenUnit[], chars: number): OpenUnit[] {
  if (units.length <= UNITS_FREE || chars >= MEAN_CHARS_MIN * units.length) return units;
  const merged: OpenUnit[] = [];
  const movedTo = int32s(units.length);
  for (const [index, unit] of units.entries()) {
    const last = merged.at(-1);
    if (last !== undefined && unit.end - last.start <= COALESCED_CHARS) {
      last.end = unit.end;
      last.count += unit.count;
    } else {
      const head = unit.head === -1 ? -1 : (movedTo[unit.head] ?? -1);
      merged.push({ ...unit, head });
    }
    movedTo[index] = merged.length - 1;
  }
  return merged;
}
