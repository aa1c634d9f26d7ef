// How clear was the cut between what is sent and what is not?
// In: the scored records and a selection. Out: plain shares. Must look at units, not at records: half a record may
// be sent.
import type { Excerpt, Piece, ScoredRecord, Selection } from "../model.ts";

export interface Margin {
  /** Score of the best unit left out over that of the best unit, 0 to 1. */
  readonly front: number;
  /** Share of all units' score that is sent, 0 to 1. */
  readonly mass: number;
}

export function marginOf(records: readonly ScoredRecord[], selection: Selection): Margin {
  const sent = new Array<Excerpt | undefined>(records.length);
  for (const excerpt of selection.excerpts) sent[excerpt.record.index] = excerpt;
  let best = 0;
  let bestLeft = 0;
  let mass = 0;
  let massSent = 0;
  for (const { index, unitScores, firstUnit, units } of records) {
    const excerpt = sent[index];
    const isReencoded = excerpt?.pieces.length === 0;
    const pieces = excerpt?.pieces ?? NO_PIECES;
    let next = 0;
    for (let unit = 0; unit < units.length; unit += 1) {
      const score = unitScores[firstUnit + unit] ?? 0;
      const { start = 0 } = units[unit] ?? {};
      while ((pieces[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
      // Sent is a unit whose first character is.
      const isKept = isReencoded || (pieces[next]?.start ?? Number.POSITIVE_INFINITY) <= start;
      best = Math.max(best, score);
      mass += score;
      if (isKept) massSent += score;
      else bestLeft = Math.max(bestLeft, score);
    }
  }
  const share = (part: number, whole: number): number => (whole > 0 ? Math.min(1, part / whole) : 0);
  return { front: share(bestLeft, best), mass: share(massSent, mass) };
}

/** Of a record of which nothing is sent. */
const NO_PIECES: readonly Piece[] = [];
