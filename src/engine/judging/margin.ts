// How clear was the cut between what is sent and what is not?
// In: the scored records and a selection. Out: plain shares. Must look at units, not at records: half a record may
// be sent.
import { giveBack, uint8s } from "../../text/slab.ts";
import type { Excerpt, ScoredRecord, Selection } from "../model.ts";

export interface Margin {
  /** Score of the best unit left out over that of the best unit, 0 to 1. */
  readonly front: number;
  /** Share of all units' score that is sent, 0 to 1. */
  readonly mass: number;
}

export function marginOf(records: readonly ScoredRecord[], { excerpts }: Selection): Margin {
  const scores = records[0]?.unitScores ?? new Float64Array();
  const isSent = uint8s(scores.length);
  for (const excerpt of excerpts) addUnits(isSent, excerpt);
  let [best, bestLeft, mass, massSent] = [0, 0, 0, 0];
  for (let unit = 0; unit < scores.length; unit += 1) {
    const score = scores[unit] ?? 0;
    best = Math.max(best, score);
    mass += score;
    if (isSent[unit] === 1) massSent += score;
    else bestLeft = Math.max(bestLeft, score);
  }
  giveBack(isSent);
  return { front: share(bestLeft, best), mass: share(massSent, mass) };
}

/** Sent is a unit whose first character is; re-encoded, a record is sent as a whole. */
function addUnits(isSent: Uint8Array, { record, pieces }: Excerpt): void {
  const { firstUnit, units } = record;
  if (pieces.length === 0) isSent.fill(1, firstUnit, firstUnit + units.length);
  for (const { start, first, last } of pieces) {
    let from = first;
    if (start > 0 && (units[from]?.start ?? 0) < start) from += 1;
    // Indentation may have been a unit of its own.
    while (from > 0 && (units[from - 1]?.start ?? 0) >= start) from -= 1;
    for (let unit = from; unit <= last; unit += 1) isSent[firstUnit + unit] = 1;
  }
}

function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : 0;
}
