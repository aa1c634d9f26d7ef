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
  const sums = { best: 0, bestLeft: 0, mass: 0, massSent: 0 };
  for (const record of records) addUnits(sums, record, sent[record.index]);
  return { front: share(sums.bestLeft, sums.best), mass: share(sums.massSent, sums.mass) };
}

/** The scores of all units, and of those that are left out or sent. */
interface Sums {
  best: number;
  bestLeft: number;
  mass: number;
  massSent: number;
}

/** Of a record of which nothing is sent. */
const NO_PIECES: readonly Piece[] = [];

/** Sent is a unit whose first character is; re-encoded, a record is sent as a whole. */
function addUnits(sums: Sums, { unitScores, firstUnit, units }: ScoredRecord, excerpt: Excerpt | undefined): void {
  const pieces = excerpt?.pieces ?? NO_PIECES;
  const isWhole = excerpt !== undefined && pieces.length === 0;
  let next = 0;
  for (let unit = 0; unit < units.length; unit += 1) {
    const score = unitScores[firstUnit + unit] ?? 0;
    const start = units[unit]?.start ?? 0;
    while ((pieces[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    sums.best = Math.max(sums.best, score);
    sums.mass += score;
    if (isWhole || (pieces[next]?.start ?? Number.POSITIVE_INFINITY) <= start) sums.massSent += score;
    else sums.bestLeft = Math.max(sums.bestLeft, score);
  }
}

function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : 0;
}
